import tempfile
import unittest
from pathlib import Path

from check_sizes import compare, measure

FILES, FUNCTIONS = 'files over 250 lines', 'functions over 60 lines'


class Sizes(unittest.TestCase):
    def measured(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding='utf-8')
            return measure(Path(folder))

    def test_a_file_over_400_lines_is_an_error_and_one_over_250_counts(self):
        long, errors = self.measured('src/core/a.h', '\n' * 401)
        self.assertIn('src/core/a.h:401: the file has 401 lines', errors[0])
        self.assertEqual(len(long[FILES]), 1)
        long, errors = self.measured('src/core/a.h', '\n' * 251)
        self.assertEqual((errors, len(long[FILES])), ([], 1))
        self.assertEqual(self.measured('src/core/a.h', '\n' * 250)[0][FILES], [])

    def test_a_function_over_60_lines_counts(self):
        long, _ = self.measured('src/core/a.cpp', '\nvoid f() {\n' + '  g();\n' * 59 + '}\n')
        self.assertEqual(long[FUNCTIONS], ['src/core/a.cpp:2: f has 61 lines'])
        self.assertEqual(self.measured('src/core/a.cpp', 'void f() {\n' + '  g();\n' * 58 + '}\n')[0][FUNCTIONS], [])

    def test_counts_may_only_fall(self):
        self.assertEqual(compare({FILES: 1}, {FILES: ['a']}), [])
        self.assertIn('2, at most 1', compare({FILES: 1}, {FILES: ['a', 'b']})[-1])
        self.assertIn('./dev ratchet', compare({FILES: 2}, {FILES: ['a']})[0])


if __name__ == '__main__':
    unittest.main()
