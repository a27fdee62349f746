#!/usr/bin/env python3
"""The table of rooms in docs/architecture.md, made from the first lines of the rooms' READMEs and the layer rule.

usage: room_table.py [--check] [ROOT]
Writes the table between its markers; --check only says whether it stands there as it should.
"""
import re
import sys
from pathlib import Path

from check_layers import EDGE, MAY_INCLUDE, PURE, ROOMS, room_lines

PAGE = Path('docs/architecture.md')
BEGIN, END = '<!-- rooms: made by ./dev rooms -->', '<!-- end of rooms -->'
LONGEST_README = 25


def read_room(root, room):
    """(what the room is, in one sentence; what is wrong with its README, as lines)."""
    readme = Path('src') / room / 'README.md'
    if not (root / readme).exists():
        return '', [f'{readme}:1: every room has a README.md that starts with "# {room}: one sentence"']
    lines = (root / readme).read_text(encoding='utf-8').splitlines()
    wrong = []
    if len(lines) > LONGEST_README:
        wrong.append(f'{readme}:{LONGEST_README + 1}: {len(lines)} lines; {LONGEST_README} at most')
    title = re.fullmatch(rf'# {room}: (.+)', lines[0] if lines else '')
    if not title:
        wrong.append(f'{readme}:1: the first line must be "# {room}: one sentence"')
    return title.group(1).rstrip('.') if title else '', wrong


def may_include(room):
    """The table's cell, with the rows for some of the room's files in brackets."""
    if room == 'cli':
        return 'all'
    words = MAY_INCLUDE[room] or '-'
    extra = [f'; `{key}*` also: {targets}' for key, targets in MAY_INCLUDE.items() if key.startswith(room + '/')]
    return words + ''.join(extra)


def table(root):
    """(the table's lines, what is wrong with the READMEs)."""
    lines = room_lines((root / 'src' / 'CMakeLists.txt').read_text(encoding='utf-8'))
    rows, wrong = ['| room | what it is | may include |', '| --- | --- | --- |'], []
    for room in ROOMS:
        if room not in lines and not (root / 'src' / room / 'README.md').exists():
            continue
        what, faults = read_room(root, room)
        wrong += faults
        kind = ' (edge)' if room in EDGE else ' (pure)' if room in PURE else ''
        rows.append(f'| [{room}](../src/{room}/README.md){kind} | {what} | {may_include(room)} |')
    return rows, wrong


def main():
    arguments = [word for word in sys.argv[1:] if word != '--check']
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    page = (root / PAGE).read_text(encoding='utf-8')
    rows, wrong = table(root)
    before, _, rest = page.partition(BEGIN)
    _, found_end, after = rest.partition(END)
    if not found_end:
        wrong.append(f'{PAGE}:1: the lines "{BEGIN}" and "{END}" are missing')
    elif '--check' not in sys.argv:
        (root / PAGE).write_text('\n'.join([before + BEGIN, *rows, END]) + after, encoding='utf-8')
    elif rest.partition(END)[0].strip().split('\n') != rows:
        wrong.append(f'{PAGE}:{before.count(chr(10)) + 1}: the table of rooms is out of date: run ./dev rooms')
    print('\n'.join(wrong) if wrong else 'rooms: in order')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
