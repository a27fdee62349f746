#!/usr/bin/env python3
"""Checks that each header of src/ compiles by itself, with the flags of its room, at half the cost of one run a header:
a header that includes another is checked in the same run, after it (docs/decisions/0001-headers-in-chains.md).

usage: check_headers.py BUILD_FOLDER [--jobs N]
Prints the compiler's messages; exit code 1 if there are any. What has not changed since it passed is not compiled again.
"""
import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PASSED = 'headers_passed.json'


def read_headers(source):
    """{header as it is included: its text}."""
    return {str(path.relative_to(source)): path.read_text(encoding='utf-8') for path in sorted(source.glob('*/*.h'))}


def closures(headers):
    """{header: all headers of ours that it includes, directly or not}."""
    direct = {name: re.findall(r'^#include "([^"]+)"', text, re.MULTILINE) for name, text in headers.items()}
    found = {}
    for name in headers:
        seen, waiting = set(), list(direct[name])
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                waiting += direct.get(current, [])
        found[name] = seen
    return found


def chains(closure):
    """The headers in the fewest chains in which each includes the one before it, directly or not. A header sees
    nothing of the chain that it would not see alone. (Dilworth: a maximum matching of includer to included.)"""
    includer = {}

    def place(header, tried):
        for included in sorted(closure[header] & closure.keys() - tried):
            tried.add(included)
            if included not in includer or place(includer[included], tried):
                includer[included] = header
                return True
        return False

    for header in closure:
        place(header, set())
    found = []
    for first in sorted(closure.keys() - set(includer.values())):
        chain = [first]
        while chain[-1] in includer:
            chain.append(includer[chain[-1]])
        found.append(chain)
    return found


def flags_of_rooms(build):
    """{room: the words that compile its sources, without input, output and optimisation}."""
    flags = {}
    for entry in json.loads((build / 'compile_commands.json').read_text(encoding='utf-8')):
        words = shlex.split(entry['command'])
        output = words[words.index('-o') + 1]
        room = re.search(r'/foreshock_(\w+)\.dir/', output)
        if room and room[1] not in flags:
            flags[room[1]] = [word for word in words[:words.index('-o')] if not re.match(r'-[Og]\d?$', word)]
    return flags


class Checker:
    def __init__(self, headers, flags, passed):
        self.headers, self.flags, self.passed = headers, flags, passed
        self.closure = closures(headers)

    def check(self, chain):
        """(a key that stands for all that was compiled, the compiler's messages or '')."""
        room = chain[-1].split('/')[0]
        command = [*self.flags.get(room, self.flags['core']), '-fsyntax-only', '-x', 'c++', '-']
        program = ''.join(f'#include "{header}"\n' for header in chain)
        read = sorted(self.closure[chain[-1]] | set(chain))
        texts = [self.headers.get(header, '') for header in read]
        key = hashlib.sha256('\0'.join([*command, program, *texts]).encode()).hexdigest()
        if key in self.passed:
            return key, ''
        result = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
        return key, (result.stderr or f'{chain}: {command[0]} failed') if result.returncode else ''


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('build', type=Path)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    memory = arguments.build / PASSED
    passed = json.loads(memory.read_text(encoding='utf-8')) if memory.exists() else []
    checker = Checker(read_headers(ROOT / 'src'), flags_of_rooms(arguments.build), set(passed))
    found = chains(checker.closure)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(checker.check, found))
    memory.write_text(json.dumps([key for key, messages in results if not messages]), encoding='utf-8')
    failures = [messages for _, messages in results if messages]
    print('\n'.join(failures) if failures else f'headers: {len(checker.headers)} compile by themselves, in {len(found)} runs')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
