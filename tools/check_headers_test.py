import tempfile
import unittest
from pathlib import Path

from check_headers import Checker, chains, closures


class Headers(unittest.TestCase):
    def test_closures_are_transitive(self):
        found = closures({'a/a.h': '#include "a/b.h"\n', 'a/b.h': '#include <vector>\n#include "a/c.h"\n', 'a/c.h': ''})
        self.assertEqual(found['a/a.h'], {'a/b.h', 'a/c.h'})

    def test_each_header_stands_in_one_chain_and_includes_those_before_it(self):
        closure = {'a': {'c', 'd'}, 'b': {'d'}, 'c': {'d'}, 'd': set(), 'e': set()}
        found = chains(closure)
        self.assertEqual(sorted(header for chain in found for header in chain), list('abcde'))
        for chain in found:
            for before, after in zip(chain, chain[1:]):
                self.assertIn(before, closure[after])
        self.assertEqual(len(found), 3, 'a header that includes others shares their run')

    def test_a_header_that_lacks_an_include_fails(self):
        headers = {'core/good.h': '#include <string>\nstd::string a();\n',
                   'core/user.h': '#include "core/good.h"\nstd::string b();\n',
                   'core/bad.h': '#include <cstdint>\nstd::string c();\n'}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / 'core').mkdir()
            for name, text in headers.items():
                (Path(folder) / name).write_text('#pragma once\n' + text, encoding='utf-8')
            checker = Checker(headers, {'core': ['g++', '-std=c++20', f'-I{folder}']}, set())
            messages = [checker.check(chain)[1] for chain in chains(checker.closure)]
        failed = [message for message in messages if message]
        self.assertEqual((len(messages), len(failed)), (2, 1))
        self.assertIn('core/bad.h:3', failed[0])

    def test_what_passed_is_not_compiled_again_until_it_changes(self):
        compiler = {'core': ['false']}
        key, messages = Checker({'core/a.h': 'int a;'}, compiler, set()).check(['core/a.h'])
        self.assertIn('failed', messages)
        self.assertEqual(Checker({'core/a.h': 'int a;'}, compiler, {key}).check(['core/a.h'])[1], '')
        self.assertIn('failed', Checker({'core/a.h': 'int b;'}, compiler, {key}).check(['core/a.h'])[1])


if __name__ == '__main__':
    unittest.main()
