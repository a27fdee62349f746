import contextlib
import tempfile
import unittest
from pathlib import Path

import check_layers
from check_layers import EDGE, FOR_TESTS, MAY_INCLUDE, ROOMS, check, room_lines

CMAKE = '''# foreshock_room(ghost ROOMS cli)
foreshock_room(core LIBRARIES fmt::fmt)
foreshock_room(wire ROOMS core
               PRIVATE_LIBRARIES simdjson::simdjson)
foreshock_room(net ROOMS wire LIBRARIES asio)
foreshock_room(signals ROOMS core)
foreshock_room(detect ROOMS core)
foreshock_room(gateway ROOMS net signals TEST_ROOMS enginesim)
foreshock_room(enginesim ROOMS core)
foreshock_room(console ROOMS net)
foreshock_room(testkit)
'''


@contextlib.contextmanager
def tree(files, cmake=CMAKE):
    """A project with these files under src/."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**files, 'CMakeLists.txt': cmake}.items():
            path = Path(folder) / 'src' / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding='utf-8')
        yield Path(folder)


class Planted(unittest.TestCase):
    """Each violation is found, at its line; the same code where it may stand is not."""

    def violations(self, name, text, **options):
        with tree({name: text}, **options) as root:
            return check(root)

    def assert_found(self, name, text, line, words, **options):
        found = self.violations(name, text, **options)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f'src/{name}:{line}: '), found)
        self.assertIn(words, found[0])

    def assert_clean(self, name, text, **options):
        self.assertEqual(self.violations(name, text, **options), [])

    def test_an_include_that_the_table_forbids(self):
        self.assert_found('detect/a.cpp', '\n#include "net/io.h"\n', 2, 'detect may not include net')
        self.assert_found('gateway/a.cpp', '#include "console/page.h"\n', 1, 'gateway may not include console')
        self.assert_found('core/a.h', '#pragma once\n#include "wire/sse.h"\n', 2, 'core may not include wire')
        self.assert_clean('gateway/a.cpp', '#include "core/log.h"\n#include "gateway/b.h"\n// #include "console/page.h"\n')

    def test_nothing_includes_cli(self):
        self.assert_found('gateway/a.cpp', '#include "cli/up.h"\n', 1, 'may not include cli')

    def test_an_allowed_include_that_the_room_does_not_link(self):
        self.assert_found('gateway/a.cpp', '#include "engine/engine.h"\n', 1, 'does not list it in its ROOMS')
        self.assert_found('gateway/a_test.cpp', '#include "engine/engine.h"\n', 1, 'in its TEST_ROOMS')

    def test_tests_may_include_the_test_rooms_too(self):
        self.assert_clean('gateway/a_test.cpp', '#include "enginesim/model.h"\n')
        self.assert_found('gateway/a.cpp', '#include "enginesim/model.h"\n', 1, 'gateway may not include enginesim')
        self.assert_found('gateway/a_test.cpp', '#include "console/page.h"\n', 1, 'gateway may not include console')

    def test_a_narrowed_row(self):
        cmake = CMAKE + 'foreshock_room(collect ROOMS signals)\n'
        self.assert_clean('collect/a.cpp', '#include "signals/kv_held.h"\n', cmake=cmake)
        self.assert_found('collect/a.cpp', '#include "signals/text.h"\n', 1, 'may not include signals', cmake=cmake)

    def test_a_widened_row(self):
        cmake = CMAKE + 'foreshock_room(store ROOMS core net)\n'
        self.assert_clean('store/remote_write.cpp', '#include "net/io.h"\n', cmake=cmake)
        self.assert_found('store/series.cpp', '#include "net/io.h"\n', 1, 'store may not include net', cmake=cmake)

    def test_links_and_rooms_that_the_table_forbids(self):
        found = self.violations('core/a.cpp', '', cmake=CMAKE + 'foreshock_room(verify ROOMS net)\nforeshock_room(attic)\n')
        self.assertIn('verify may not link net', found[0])
        self.assertIn("'attic' is not in the table", found[1])
        self.assertIn("no foreshock_room line for 'attic'", self.violations('attic/a.cpp', '')[0])

    def test_an_include_without_its_room(self):
        self.assert_found('net/a.cpp', '#include "io.h"\n', 1, 'write the room too: "net/io.h"')

    def test_only_tests_include_the_testkit(self):
        self.assert_clean('net/a_test.cpp', f'#include "{FOR_TESTS}/pieces.h"\n')
        self.assert_found('net/a.cpp', f'#include "{FOR_TESTS}/pieces.h"\n', 1, f'net may not include {FOR_TESTS}')

    def test_headers(self):
        for include in ('<regex>', '<iostream>', '<spdlog/spdlog.h>', '<asio.hpp>'):
            self.assert_found('net/a.h', f'#pragma once\n#include {include}\n', 2, '')
        self.assert_found('core/a.h', '#pragma once\nusing namespace std;\n', 2, 'using namespace')
        self.assert_found('core/a.h', '#include <vector>\n', 1, '#pragma once')
        self.assert_clean('net/a.h', '#pragma once\n#include <asio/awaitable.hpp>\n// using namespace std\n')
        self.assert_clean('net/a.cpp', '#include <asio.hpp>\n#include <regex>\nusing namespace std::chrono_literals;\n')

    def test_asio_sockets_and_coroutines_outside_the_edge(self):
        self.assert_found('signals/a.cpp', '#include <asio/ip/tcp.hpp>\n', 1, 'Asio')
        self.assert_found('wire/a.cpp', '#include <sys/socket.h>\n', 1, 'sockets')
        self.assert_found('signals/a.cpp', 'Task f() {\n  co_return 1;\n}\n', 2, 'coroutines')
        self.assert_clean('signals/a.h', '#pragma once\n#define X \\\n  co_return 1\n')
        self.assert_clean('gateway/a.cpp', 'Task f() {\n  co_return 1;\n}\n')
        self.assert_found('core/a.cpp', '#include <boost/asio.hpp>\n', 1, 'no Boost')

    def test_clocks_and_chance_in_judging_rooms(self):
        for code in ('auto t = std::chrono::system_clock::now();', 'f(const Clock& clock);', 'time(nullptr);', 'RealClock c;'):
            self.assert_found('detect/a.cpp', f'\n\n{code}\n', 3, 'reads no clock')
            self.assert_clean('gateway/a.cpp', f'{code}\n')
        self.assert_found('detect/a.cpp', 'std::random_device d;\n', 1, 'same answer')
        self.assert_clean('detect/a.cpp', 'double onset_time(int a); // no Clock\nx = "steady_clock";\n')

    def test_anonymous_namespaces_and_sleeping_tests(self):
        self.assert_found('core/a.cpp', 'namespace foreshock {\nnamespace {\n}\n}\n', 2, '<file>_impl')
        self.assert_found('net/a_test.cpp', 'std::this_thread::sleep_for(1ms);\n', 1, 'do not sleep')
        self.assert_clean('net/a.cpp', 'std::this_thread::sleep_for(1ms);\n')

    def test_a_ban_is_lifted_with_a_reason_and_the_layer_rule_is_not(self):
        self.assert_clean('net/a_test.cpp', 'usleep(1);  // allowed: the moment of the kill must differ\n')
        self.assert_found('detect/a.cpp', '#include "net/io.h"  // allowed: no\n', 1, 'detect may not include net')


class Table(unittest.TestCase):
    def test_edge_rooms_include_each_other_only_as_said(self):
        pairs = {(room, target) for room in EDGE for target in MAY_INCLUDE[room].split() if target in EDGE}
        self.assertEqual(pairs, {('agent', 'collect')})

    def test_arrows_go_one_way(self):
        targets = {room: {word.split('/')[0] for key, words in MAY_INCLUDE.items() if key.split('/')[0] == room
                          for word in words.split()} for room in ROOMS}
        for room in ROOMS:
            reached = set().union(*([check_layers.reachable(targets, targets[room])]))
            self.assertNotIn(room, reached)

    def test_rooms_are_read_from_cmake(self):
        lines = room_lines(CMAKE)
        self.assertNotIn('ghost', lines)
        self.assertEqual(lines['wire'], {'ROOMS': ['core'], 'TEST_ROOMS': []})
        self.assertEqual(lines['gateway'], {'ROOMS': ['net', 'signals'], 'TEST_ROOMS': ['enginesim']})


if __name__ == '__main__':
    unittest.main()
