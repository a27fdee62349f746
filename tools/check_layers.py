#!/usr/bin/env python3
"""Checks which room includes which, and what no file may do.

usage: check_layers.py [ROOT]
Prints FILE:LINE: MESSAGE for each violation; exit code 1 if there is one. "// allowed: WHY" at the end of a line lifts
the bans of BANS from it, never the layer rule.
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from cpp_text import without_comments_and_literals, without_directives

# The layer rule: the rooms that a room may include, itself aside. "ROOM/PREFIX" on the left adds to what files of
# that name may include; on the right it allows only headers of that name. src/CMakeLists.txt lists, as ROOMS, which
# of these a room links today, and, as TEST_ROOMS, what its tests include besides.
MAY_INCLUDE = {
    'core': '',
    'wire': 'core',
    'net': 'core wire',
    'engine': 'core wire',
    'trace': 'core wire',
    'signals': 'core wire',
    'plugin': 'core wire',
    'mitigate': 'core wire',
    'detect': 'core',
    'diagnose': 'core',
    'verify': 'core',
    'store': 'core',
    'store/remote': 'wire net',
    'collect': 'core wire net engine signals/kv_held',
    'flow': 'core store detect diagnose mitigate verify',
    'gateway': 'core wire net engine signals mitigate plugin',
    'bench': 'core wire net trace signals engine plugin',
    'enginesim': 'core wire net',
    'scenario': 'core wire trace signals mitigate enginesim flow store verify',
    'alert': 'core wire net',
    'report': 'core',
    'ask': 'core wire net store',
    'telemetry': 'core wire net store trace',
    'console': 'core wire net store',
    'agent': 'core wire net engine signals/timing collect',
    'testkit': 'core wire net',
}
MAY_INCLUDE['cli'] = ' '.join(room for room in MAY_INCLUDE if '/' not in room and room != 'testkit')
FOR_TESTS = 'testkit'  # what every test and benchmark may include, and nothing else

ROOMS = [room for room in MAY_INCLUDE if '/' not in room]
# Where the house meets the world. They never include each other, but for what the table says of agent and scenario.
EDGE = {'gateway', 'collect', 'bench', 'enginesim', 'alert', 'agent', 'ask', 'telemetry', 'console'}
PURE = {'detect', 'diagnose', 'verify', 'mitigate'}  # same inputs, same answer
WITH_SOCKETS = EDGE | {'net', 'cli', 'testkit'}


@dataclass(frozen=True)
class Source:
    path: Path  # from ROOT
    room: str

    @property
    def name(self):  # ROOM/FILE without its ending, as the table has it
        return '/'.join(self.path.with_suffix('').parts[1:])

    @property
    def is_header(self):
        return self.path.suffix == '.h'

    @property
    def is_test(self):
        return self.path.stem.endswith('_test')

    @property
    def is_product(self):
        return not re.search(r'_(test|bench)(_|$)', self.path.stem)


@dataclass(frozen=True)
class Ban:
    pattern: re.Pattern
    applies: Callable[[Source], bool]
    message: str


def _ban(pattern, applies, message):
    return Ban(re.compile(pattern), applies, message)


BANS = [
    _ban(r'#\s*include\s*<(regex|iostream)>', lambda s: s.is_header, '<regex> and <iostream> stay out of headers'),
    _ban(r'#\s*include\s*[<"]spdlog/', lambda s: s.is_header or s.room != 'core',
         'spdlog stays in core/log.cpp: call log::info and its sisters'),
    _ban(r'#\s*include\s*<asio\.hpp>', lambda s: s.is_header, 'asio.hpp stays out of headers: include asio/awaitable.hpp'),
    _ban(r'#\s*include\s*<asio[./]', lambda s: s.room not in WITH_SOCKETS, 'Asio is for net and the edge rooms only'),
    _ban(r'#\s*include\s*<boost/', lambda s: True, 'no Boost'),
    _ban(r'#\s*include\s*<(sys/socket|netinet/|arpa/|sys/epoll|netdb)', lambda s: s.room not in WITH_SOCKETS,
         'sockets are for net and the edge rooms only'),
    _ban(r'\bnamespace\s*\{', lambda s: True,
         'anonymous namespaces collide in unity builds: name it <file>_impl, in a test <file>_test'),
    _ban(r'\busing\s+namespace\b', lambda s: s.is_header, 'no "using namespace" in headers'),
    _ban(r'\bthis_thread::sleep_\w+|\b(usleep|nanosleep)\b', lambda s: s.is_test, 'tests do not sleep: use VirtualClock, or end the line with "// allowed: WHY"'),
    _ban(r'\b\w+_clock\b|\b\w*Clock\b|\b(gettimeofday|clock_gettime)\b|\btime\s*\(\s*(nullptr|NULL|0)\s*\)',
         lambda s: s.room in PURE | {'wire'}, 'this room reads no clock: take "Instant now" as an argument'),
    _ban(r'\brandom_device\b|\bs?rand\s*\(', lambda s: s.room in PURE,
         'this room gives the same answer for the same inputs: take the seed as an argument'),
    _ban(r'\bco_(await|return|yield)\b', lambda s: s.room not in WITH_SOCKETS,
         'coroutines are for net and the edge rooms only'),
]


def room_lines(cmake_text):
    """What each foreshock_room(…) line says: {room: {'ROOMS': […], 'TEST_ROOMS': […]}}."""
    lines = {}
    for call in re.findall(r'^\s*foreshock_room\(([^)]*)\)', re.sub(r'#[^\n]*', '', cmake_text), re.MULTILINE):
        name, *words = call.split()
        lines[name] = {'ROOMS': [], 'TEST_ROOMS': []}
        keyword = None
        for word in words:
            if word.isupper():
                keyword = word
            elif keyword in lines[name]:
                lines[name][keyword].append(word)
    return lines


def reachable(linked, rooms):
    """ROOMS and all that they link, directly or not; LINKED: {room: [rooms]}."""
    seen, waiting = set(), list(rooms)
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting += linked.get(current, [])
    return seen


def allowed(name):
    """What the file ROOM/FILE may include by the table."""
    room = name.split('/')[0]
    return [target for key, targets in MAY_INCLUDE.items() if key == room or ('/' in key and name.startswith(key))
            for target in targets.split()]


def may_include(source, header):
    return any(header == target or header.startswith(target + ('' if '/' in target else '/'))
               for target in allowed(source.name) + [source.room])


def check_links(lines):
    for room, line in lines.items():
        if room not in ROOMS:
            yield f"'{room}' is not in the table of tools/check_layers.py"
            continue
        permitted = {target.split('/')[0] for key, words in MAY_INCLUDE.items() if key.split('/')[0] == room
                     for target in words.split()}
        for target in line['ROOMS']:
            if target not in permitted:
                yield f"{room} may not link {target} (it may: {' '.join(sorted(permitted)) or 'nothing'})"


def check_include(source, header, lines):
    target = header.split('/')[0]
    if '/' not in header:
        return f'write the room too: "{source.room}/{header}"'
    if target not in ROOMS or target == source.room:
        return None
    for_tests = [] if source.is_product else [*lines[source.room]['TEST_ROOMS'], FOR_TESTS]
    if not may_include(source, header) and target not in for_tests:
        return f'{source.room} may not include {target} (docs/architecture.md)'
    linked = {room: found['ROOMS'] for room, found in lines.items()}
    if target not in reachable(linked, [source.room, *for_tests]):
        keyword = 'ROOMS' if source.is_product else 'TEST_ROOMS'
        return f'{source.room} includes {target} but src/CMakeLists.txt does not list it in its {keyword}'
    return None


def check_source(source, text, lines):
    """Yields (line, message)."""
    code = without_comments_and_literals(text)
    for number, line in enumerate(code.split('\n'), 1):
        include = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        message = include and check_include(source, include.group(1), lines)
        if message:
            yield number, message
    if source.is_header and not text.startswith('#pragma once'):
        yield 1, 'a header starts with #pragma once'
    without_macros = without_directives(code)
    for ban in BANS:
        if ban.applies(source):
            searched = code if 'include' in ban.pattern.pattern else without_macros
            for match in ban.pattern.finditer(searched):
                line = searched.count('\n', 0, match.start())
                if '// allowed: ' not in text.split('\n')[line]:
                    yield line + 1, ban.message


def sources(root):
    for path in sorted((root / 'src').rglob('*')):
        relative = path.relative_to(root)
        if path.suffix in ('.h', '.cpp') and len(relative.parts) > 2:
            yield Source(relative, relative.parts[1]), path.read_text(encoding='utf-8')


def check(root):
    """All violations under ROOT, as lines."""
    cmake = root / 'src' / 'CMakeLists.txt'
    lines = room_lines(cmake.read_text(encoding='utf-8'))
    found = [f'src/CMakeLists.txt:1: {message}' for message in check_links(lines)]
    unknown = set()
    for source, text in sources(root):
        if source.room not in lines:
            unknown.add(source.room)
            continue
        found += [f'{source.path}:{line}: {message}' for line, message in sorted(check_source(source, text, lines))]
    found += [f"src/CMakeLists.txt:1: no foreshock_room line for '{room}'" for room in sorted(unknown)]
    return found


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found = check(root)
    print('\n'.join(found) if found else 'layers: in order')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
