#!/usr/bin/env python3
"""Sees to it that docs/faults.md is whole: each fault has tests that exist, or says why it has none.

usage: check_faults.py [ROOT]
Prints FILE:LINE: MESSAGE for each violation; exit code 1 if there is one.
"""
import re
import sys
from pathlib import Path

TABLE = 'docs/faults.md'
FAULTS, ENGINE = 64, 12
ROW = re.compile(r'\| (E?\d+) \|(.*)\|([^|]*)\|$')
CPP_TEST = re.compile(r'^\s*TEST(?:_F|_P)?\((\w+), (\w+)\)', re.MULTILINE)


def tests_of(root):
    names = {f'{suite}.{name}' for path in (root / 'src').glob('*/*_test.cpp')
             for suite, name in CPP_TEST.findall(path.read_text(encoding='utf-8'))}
    names |= {path.name for path in (root / 'tests').glob('*/*.test.mjs')}
    return names | {f'fuzz/{path.name.removesuffix("_fuzz.cpp")}' for path in (root / 'fuzz').glob('*_fuzz.cpp')}


def check(text, tests):
    """[(line, message)]"""
    errors, numbers = [], []
    for number, line in enumerate(text.splitlines(), 1):
        row = ROW.match(line)
        if not row:
            continue
        numbers.append(row[1])
        named = re.findall(r'`([^`]+)`', row[3])
        errors += [(number, f'fault {row[1]}: there is no test {name}') for name in named if name not in tests]
        if not named and not re.search(r'\b(not yet|cannot apply)\b', row[2] + row[3], re.IGNORECASE):
            errors.append((number, f'fault {row[1]}: neither a test nor a reason'))
    expected = [str(number) for number in range(1, FAULTS + 1)] + [f'E{number}' for number in range(1, ENGINE + 1)]
    if numbers != expected:
        wrong = sorted(set(expected) ^ set(numbers)) or 'order'
        errors.append((1, f'faults 1 to {FAULTS} and E1 to E{ENGINE}, in this order: {wrong}'))
    return errors


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    errors = check((root / TABLE).read_text(encoding='utf-8'), tests_of(root))
    for line, message in errors:
        print(f'{TABLE}:{line}: {message}', file=sys.stderr)
    if not errors:
        print('faults: all told')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
