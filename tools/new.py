#!/usr/bin/env python3
"""Writes a new extension: header, source, test and the row in the catalog of its kind.

usage: ./dev new KIND NAME      e.g. ./dev new signal tail_time
What it writes compiles, and its test passes; then it is yours to change.
"""
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Kind:
    room: str
    catalog: str  # file in the room that holds the table


KINDS = {
    'signal': Kind('signals', 'signals.cpp'),
    'detector': Kind('detect', 'detectors.cpp'),
    'cause': Kind('diagnose', 'causes.cpp'),
    'policy': Kind('mitigate', 'policies.cpp'),
    'engine': Kind('engine', 'engines.cpp'),
    'channel': Kind('alert', 'channels.cpp'),
    'importer': Kind('trace', 'importers.cpp'),
    'perturbation': Kind('bench', 'perturbations.cpp'),
}
FILES = {'x.h': '{}.h', 'x.cpp': '{}.cpp', 'x_test.cpp': '{}_test.cpp'}
TABLE = re.compile(r'^constexpr std::array \w+ = \{\n.*?^(?=\};)', re.MULTILINE | re.DOTALL)


class Refused(Exception):
    """Why it cannot be done, for the person who asked."""


def fill(template, name):
    words = name.replace('_', ' ')
    return (template.replace('@name@', name).replace('@Words@', words.capitalize())
            .replace('@Name@', words.title().replace(' ', '')))


def with_row(catalog, row):
    """CATALOG with ROW at the end of its table."""
    table = TABLE.search(catalog)
    if not table:
        raise Refused('its catalog has no table "constexpr std::array NAME = {" that ends with "};"')
    return catalog[:table.end()] + row + catalog[table.end():]


def with_include(catalog, header):
    """CATALOG with HEADER among the includes of the rooms, sorted."""
    include = f'#include "{header}"'
    own = re.findall(r'^#include "[^"]+"$', catalog, re.MULTILINE)
    after = [line for line in own if line < include]
    place = after[-1] if after else own[0]
    pair = [place, include] if after else [include, place]
    return catalog.replace(place, '\n'.join(pair), 1)


def write_extension(root, kind_name, name):
    """The files that were written or changed."""
    if kind_name not in KINDS:
        raise Refused(f"'{kind_name}' is no kind of extension; there are: {', '.join(KINDS)}")
    if not re.fullmatch(r'[a-z][a-z0-9]*(_[a-z0-9]+)*', name):
        raise Refused(f"a name is made of small letters, digits and single '_': '{name}'")
    kind = KINDS[kind_name]
    room = root / 'src' / kind.room
    if not room.is_dir() or not any(room.iterdir()):
        raise Refused(f"the room '{kind.room}' does not exist yet")
    catalog = room / kind.catalog
    if not catalog.exists():
        raise Refused(f"the room '{kind.room}' has no catalog {kind.catalog} yet")
    templates = root / 'tools' / 'templates' / kind_name
    if not templates.is_dir():
        raise Refused(f'tools/templates/{kind_name} is missing: write x.h, x.cpp, x_test.cpp and row there')

    targets = {templates / template: room / target.format(name) for template, target in FILES.items()}
    for target in targets.values():
        if target.exists():
            raise Refused(f'{target.relative_to(root)} exists already')
    old = catalog.read_text(encoding='utf-8')
    if f'"{name}"' in old:
        raise Refused(f'{catalog.relative_to(root)} has a row "{name}" already')
    row = fill((templates / 'row').read_text(encoding='utf-8'), name)
    new = with_include(with_row(old, row), f'{kind.room}/{name}.h')
    for template, target in targets.items():
        target.write_text(fill(template.read_text(encoding='utf-8'), name), encoding='utf-8')
    catalog.write_text(new, encoding='utf-8')
    return [*targets.values(), catalog]


def main():
    if len(sys.argv) != 3:
        print(__doc__.split('\n\n')[1], file=sys.stderr)
        return 2
    root = Path(__file__).resolve().parent.parent
    try:
        written = write_extension(root, sys.argv[1], sys.argv[2])
    except Refused as refused:
        print(f'new: {refused}', file=sys.stderr)
        return 1
    formatter = shutil.which('clang-format-14')
    if formatter:
        subprocess.run([formatter, '-i', *written], check=True)
    for path in written:
        print(path.relative_to(root))
    print(f'Next: write what it measures, its unit and its help; then ./dev test {KINDS[sys.argv[1]].room}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
