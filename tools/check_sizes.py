#!/usr/bin/env python3
"""Keeps files and functions small: no file over 400 lines, and the counts in ratchet.json may only fall.

usage: check_sizes.py [--lower] [ROOT]
--lower writes today's counts into ratchet.json where they have fallen.
"""
import json
import sys
from pathlib import Path

from cpp_text import functions

LONGEST_FILE, LONG_FILE, LONG_FUNCTION = 400, 250, 60
PLACES = ['src/**/*.h', 'src/**/*.cpp', 'web/src/**/*.ts', 'web/src/**/*.css', 'tests/**/*.ts', 'tests/**/*.mjs',
          'tests/**/*.js', 'tools/*.py']


def texts(root):
    for place in PLACES:
        for path in sorted(root.glob(place)):
            if 'node_modules' not in path.parts:
                yield path.relative_to(root), path.read_text(encoding='utf-8')


def measure(root):
    """({name of the ratchet: [places]}, [errors])."""
    long = {f'files over {LONG_FILE} lines': [], f'functions over {LONG_FUNCTION} lines': []}
    long_files, long_functions = long.values()
    errors = []
    for path, text in texts(root):
        lines = text.count('\n')
        if lines > LONGEST_FILE:
            errors.append(f'{path}:{LONGEST_FILE + 1}: the file has {lines} lines; split it ({LONGEST_FILE} at most)')
        if lines > LONG_FILE:
            long_files.append(f'{path}:1: the file has {lines} lines')
        if path.suffix in ('.h', '.cpp'):
            long_functions += [f'{path}:{function.first_line}: {function.name} has {function.lines} lines'
                               for function in functions(text) if function.lines > LONG_FUNCTION]
    return long, errors


def compare(limits, long):
    """What is wrong with the counts, as lines."""
    found = []
    for name, places in long.items():
        limit = limits.get(name, 0)
        if len(places) > limit:
            found += places + [f'tools/ratchet.json:1: {name}: {len(places)}, at most {limit} are allowed']
        elif len(places) < limit:
            found.append(f'tools/ratchet.json:1: {name}: {len(places)}, fewer than {limit}: run ./dev ratchet to keep it so')
    return found


def main():
    arguments = [word for word in sys.argv[1:] if word != '--lower']
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    ratchet = root / 'tools' / 'ratchet.json'
    limits = json.loads(ratchet.read_text(encoding='utf-8'))
    long, errors = measure(root)
    if '--lower' in sys.argv:
        limits = {name: min(len(places), limits.get(name, 0)) for name, places in long.items()}
        ratchet.write_text(json.dumps(limits, indent=2) + '\n', encoding='utf-8')
    found = errors + compare(limits, long)
    print('\n'.join(found) if found else 'sizes: in order')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
