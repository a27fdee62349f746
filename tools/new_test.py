import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from new import KINDS, Refused, with_include, with_row, write_extension

ROOT = Path(__file__).resolve().parent.parent
COMPILE = ['g++', '-std=c++20', '-Wall', '-Wextra', '-Werror', '-Isrc']


class New(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for place in ('src/core', 'src/mitigate', 'src/signals', 'src/wire', 'tools/templates'):
            shutil.copytree(ROOT / place, self.root / place)

    def run_there(self, *command):
        result = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_every_template_makes_an_extension_that_compiles_and_whose_test_passes(self):
        for template in (ROOT / 'tools' / 'templates').iterdir():
            kind = KINDS[template.name]
            write_extension(self.root, template.name, 'queue_echo')
            place = f'src/{kind.room}/queue_echo'
            self.run_there(*COMPILE, '-fsyntax-only', f'src/{kind.room}/{kind.catalog}')
            self.run_there(*COMPILE, f'{place}.cpp', f'{place}_test.cpp', '-lgtest', '-lgtest_main', '-o', 'queue_echo_test')
            self.run_there('./queue_echo_test')
            self.assertIn('"queue_echo"', (self.root / 'src' / kind.room / kind.catalog).read_text(encoding='utf-8'))

    def assert_refused(self, words, *arguments):
        with self.assertRaises(Refused) as refused:
            write_extension(self.root, *arguments)
        self.assertIn(words, str(refused.exception))

    def test_what_cannot_be_made_is_refused_with_the_reason(self):
        self.assert_refused("the room 'detect' does not exist yet", 'detector', 'cusum')
        self.assert_refused("'colour' is no kind of extension", 'colour', 'red')
        self.assert_refused('small letters', 'signal', 'Ttft')
        self.assert_refused('small letters', 'signal', '../ttft')
        self.assert_refused('has a row "ttft" already', 'signal', 'ttft')
        self.assert_refused('src/signals/latency.h exists already', 'signal', 'latency')
        (self.root / 'src' / 'alert').mkdir()
        (self.root / 'src' / 'alert' / 'README.md').touch()
        self.assert_refused("the room 'alert' has no catalog channels.cpp yet", 'channel', 'pager')

    def test_row_and_include_go_to_their_places(self):
        catalog = '#include <array>\n\n#include "a/c.h"\n#include "a/e.h"\n\nconstexpr std::array rows = {\n    r("x"),\n};\nint y;\n'
        self.assertIn('    r("x"),\n    r("z"),\n};\nint y', with_row(catalog, '    r("z"),\n'))
        self.assertIn('"a/c.h"\n#include "a/d.h"\n#include "a/e.h"', with_include(catalog, 'a/d.h'))
        self.assertIn('\n\n#include "a/b.h"\n#include "a/c.h"', with_include(catalog, 'a/b.h'))
        with self.assertRaises(Refused):
            with_row('no table', 'row')


if __name__ == '__main__':
    unittest.main()
