import unittest

import check_faults


def table(**changed):
    rows = {str(number): 'x | y | `A.B` ' for number in range(1, check_faults.FAULTS + 1)}
    rows |= {f'E{number}': 'x | y | `c.test.mjs` ' for number in range(1, check_faults.ENGINE + 1)}
    rows |= changed
    return '\n'.join(f'| {number} | {rest}|' for number, rest in rows.items() if rest)


class CheckFaults(unittest.TestCase):
    tests = {'A.B', 'c.test.mjs'}

    def messages(self, **changed):
        return [message for _, message in check_faults.check(table(**changed), self.tests)]

    def test_a_whole_table_is_in_order(self):
        self.assertEqual(self.messages(), [])

    def test_a_test_that_does_not_exist_is_told(self):
        self.assertEqual(self.messages(**{'7': 'x | y | `A.B`, `A.C` '}), ['fault 7: there is no test A.C'])

    def test_without_a_test_there_is_a_reason(self):
        self.assertEqual(self.messages(**{'7': 'x | y | '}), ['fault 7: neither a test nor a reason'])
        self.assertEqual(self.messages(**{'7': 'x | Cannot apply: no such part. | ', '8': 'x | y | Not yet. '}), [])

    def test_a_fault_that_is_missing_is_told(self):
        self.assertIn("['7']", self.messages(**{'7': None})[0])


if __name__ == '__main__':
    unittest.main()
