"""Reads what the test runners report into one kind of count."""
import json
import re
import xml.etree.ElementTree
from dataclasses import dataclass, field


@dataclass
class Counts:
    passed: int = 0
    failed: list = field(default_factory=list)  # names
    skipped: list = field(default_factory=list)  # names, with the reason where it is known

    def __add__(self, other):
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)


def checked(name, good):
    """The counts of one check."""
    return Counts(passed=1) if good else Counts(failed=[name])


def _completed(counts, name, ran):
    """COUNTS, but a runner that failed without naming a test, or that ran none, is a failure of its own."""
    if not ran and not counts.failed:
        counts.failed.append(f'{name} (the runner failed)')
    if ran and counts.passed + len(counts.skipped) == 0:
        counts.failed.append(f'{name} (no test ran)')
    return counts


def read_ctest(report, ran):
    """CTest's JUnit file; RAN: the runner exited with 0."""
    counts = Counts()
    cases = xml.etree.ElementTree.parse(report).getroot().iter('testcase') if report.exists() else []
    for case in cases:
        name, status = case.get('name'), case.get('status')
        if status == 'run':
            counts.passed += 1
        elif status == 'fail':
            counts.failed.append(name)
        else:
            reason = re.search(r'Skipped\n(.+)', case.findtext('system-out') or '')
            counts.skipped.append(f'{name}: {reason.group(1)}' if reason else name)
    return _completed(counts, 'C++ tests', ran)


def read_vitest(report, ran):
    """Vitest's JSON file."""
    counts = Counts()
    files = json.loads(report.read_text(encoding='utf-8'))['testResults'] if report.exists() else []
    for test in (test for file in files for test in file['assertionResults']):
        if test['status'] == 'passed':
            counts.passed += 1
        else:
            (counts.failed if test['status'] == 'failed' else counts.skipped).append(test['fullName'])
    return _completed(counts, 'tests of the page', ran)


_TAP_LINE = re.compile(r'^(?P<indent> *)(?P<bad>not )?ok \d+ - (?P<name>.*?)(?: # (?P<directive>SKIP|TODO)\b ?(?P<reason>.*))?$')


def read_node(report, ran):
    """The TAP file of Node's test runner: its leaves, that is the lines that no deeper line comes before."""
    counts, deeper = Counts(), 0
    lines = report.read_text(encoding='utf-8').splitlines() if report.exists() else []
    for match in filter(None, map(_TAP_LINE.match, lines)):
        depth = len(match['indent'])
        is_leaf, deeper = depth >= deeper, depth
        if not is_leaf:
            continue
        if match['directive']:
            counts.skipped.append(f"{match['name']}: {match['reason']}" if match['reason'] else match['name'])
        elif match['bad']:
            counts.failed.append(match['name'])
        else:
            counts.passed += 1
    return _completed(counts, 'clients', ran)
