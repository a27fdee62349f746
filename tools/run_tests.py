#!/usr/bin/env python3
"""All of `make test`: builds preset ci, then the C++ tests, the checks, the page and the clients. Goes on after a
failure, names what failed and what was skipped, and closes with one line of counts.

usage: run_tests.py [--jobs N]
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from test_reports import Counts, checked, read_ctest, read_node, read_vitest

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / 'build' / 'ci'
CLIENTS = ROOT / 'tests' / 'clients'
CHECKS = {
    'layers': ['python3', 'tools/check_layers.py'],
    'sizes': ['python3', 'tools/check_sizes.py'],
    'rooms': ['python3', 'tools/room_table.py', '--check'],
    'faults': ['python3', 'tools/check_faults.py'],
    'format': ['tools/check_format'],
    'tools': ['python3', '-m', 'unittest', 'discover', '--start-directory', 'tools', '--pattern', '*_test.py', '--quiet'],
}
WEB_CHECKS = {'page as built': ['web/check-dist'], 'types of the page': ['npm', 'run', '--silent', '--prefix', 'web', 'check']}


def run(title, command, **options):
    """Runs COMMAND from the root and says how long it took; True when it exits with 0."""
    print(f'\n== {title}', flush=True)
    begun = time.monotonic()
    code = subprocess.run(command, cwd=options.pop('cwd', ROOT), stdin=subprocess.DEVNULL, check=False, **options).returncode
    print(f'== {title}: {"done" if code == 0 else f"FAILED, exit code {code}"} ({time.monotonic() - begun:.0f} s)', flush=True)
    return code == 0


def build(jobs):
    configure = ['cmake', '--preset', 'ci']
    compile_all = ['cmake', '--build', '--preset', 'ci', '--parallel', str(jobs)]
    headers = ['python3', 'tools/check_headers.py', str(BUILD), '--jobs', str(jobs)]
    built = run('configure', configure) and run('build', compile_all)
    return built, checked('headers', built and run('each header by itself', headers))


def cpp_tests(jobs, reports):
    report = reports / 'ctest.xml'
    ran = run('C++ tests', ['ctest', '--test-dir', str(BUILD), '--parallel', str(jobs), '--output-on-failure', '--progress',
                            '--no-tests=error', '--output-junit', str(report)])
    return read_ctest(report, ran)


def web_tests(reports):
    report = reports / 'vitest.json'
    ran = run('tests of the page', ['npm', 'test', '--silent', '--prefix', 'web', '--', '--reporter=default',
                                    '--reporter=json', f'--outputFile={report}'])
    return read_vitest(report, ran)


def client_tests(reports):
    report = reports / 'clients.tap'
    tests = sorted(str(path) for path in CLIENTS.glob('*.test.mjs'))
    environment = {**os.environ, 'FORESHOCK': str(BUILD / 'foreshock')}
    ran = run('clients and browser', ['web/run', '--test', '--test-concurrency=1', '--test-reporter=spec',
                                      '--test-reporter-destination=stdout', '--test-reporter=tap',
                                      f'--test-reporter-destination={report}', *tests], env=environment)
    return read_node(report, ran)


def close(groups):
    """Prints what did not pass and the counts; the exit code."""
    total = sum(groups.values(), Counts())
    for title, names in (('SKIPPED', total.skipped), ('FAILED', total.failed)):
        if names:
            print(f'\n{title} ({len(names)}):')
            print('\n'.join(f'  {name}' for name in names))
    parts = ', '.join(f'{name} {counts.passed}' for name, counts in groups.items())
    print(f'\nforeshock tests: {total.passed} passed, {len(total.failed)} failed, {len(total.skipped)} skipped ({parts})',
          flush=True)
    return 1 if total.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    jobs = parser.parse_args().jobs
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder)
        checks = sum((checked(name, run(name, command)) for name, command in CHECKS.items()), Counts())
        built, headers = build(jobs)
        groups = {'C++': cpp_tests(jobs, reports) if built else checked('build', False), 'checks': checks + headers}
        web_checks = sum((checked(name, run(name, command)) for name, command in WEB_CHECKS.items()), Counts())
        groups['web'] = web_checks + web_tests(reports)
        groups['clients'] = client_tests(reports) if built else checked('clients (no program)', False)
        return close(groups)


if __name__ == '__main__':
    sys.exit(main())
