import tempfile
import unittest
from pathlib import Path

from test_reports import read_ctest, read_node, read_vitest


class Reports(unittest.TestCase):
    def read(self, reader, text, ran):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / 'report'
            if text is not None:
                report.write_text(text, encoding='utf-8')
            return reader(report, ran)

    def test_ctest(self):
        counts = self.read(read_ctest, '''<testsuite>
<testcase name="A.a" status="run"/><testcase name="A.b" status="fail"/>
<testcase name="A.c" status="notrun"><system-out>x.cpp:1: Skipped
no recorded streams
more</system-out></testcase></testsuite>''', False)
        self.assertEqual((counts.passed, counts.failed, counts.skipped), (1, ['A.b'], ['A.c: no recorded streams']))

    def test_vitest(self):
        counts = self.read(read_vitest, '''{"testResults": [{"assertionResults": [
{"status": "passed", "fullName": "a"}, {"status": "failed", "fullName": "b"}, {"status": "pending", "fullName": "c"}]}]}''', False)
        self.assertEqual((counts.passed, counts.failed, counts.skipped), (1, ['b'], ['c']))

    def test_node_counts_the_leaves(self):
        counts = self.read(read_node, '''TAP version 13
# Subtest: group
    # Subtest: one
    ok 1 - one
    not ok 2 - two
not ok 1 - group
ok 2 - alone
ok 3 - browser # SKIP no chromium
''', False)
        self.assertEqual((counts.passed, counts.failed, counts.skipped), (2, ['two'], ['browser: no chromium']))

    def test_a_runner_that_dies_or_runs_nothing_fails(self):
        for reader in (read_ctest, read_vitest, read_node):
            self.assertIn('the runner failed', self.read(reader, None, False).failed[0])
            self.assertIn('no test ran', self.read(reader, None, True).failed[0])


if __name__ == '__main__':
    unittest.main()
