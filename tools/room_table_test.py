import tempfile
import unittest
from pathlib import Path

from room_table import read_room, table


class Rooms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / 'src' / 'wire').mkdir(parents=True)
        (self.root / 'src' / 'CMakeLists.txt').write_text('foreshock_room(wire ROOMS core)\n', encoding='utf-8')
        self.readme = self.root / 'src' / 'wire' / 'README.md'

    def test_the_first_line_becomes_the_row(self):
        self.readme.write_text('# wire: bytes to meaning.\n', encoding='utf-8')
        rows, wrong = table(self.root)
        self.assertEqual(wrong, [])
        self.assertEqual(rows[2:], ['| [wire](../src/wire/README.md) | bytes to meaning | core |'])

    def test_faults_of_a_readme(self):
        self.assertIn('every room has a README.md', read_room(self.root, 'wire')[1][0])
        self.readme.write_text('# Wire\n' + '\n' * 25, encoding='utf-8')
        wrong = read_room(self.root, 'wire')[1]
        self.assertIn(':26: 26 lines; 25 at most', wrong[0])
        self.assertIn('"# wire: one sentence"', wrong[1])


if __name__ == '__main__':
    unittest.main()
