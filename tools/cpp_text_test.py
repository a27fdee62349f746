import unittest

from cpp_text import functions, without_comments_and_literals, without_directives


class Blanking(unittest.TestCase):
    def test_comments_and_literals_go_and_lines_stay(self):
        text = 'int a; // rand()\n/* x\ny */ f("rand()", \'"\', 1\'000, R"(a " b)");\n#include "core/log.h"  // why\n'
        code = without_comments_and_literals(text)
        self.assertEqual(code.count('\n'), text.count('\n'))
        self.assertNotIn('rand', code)
        self.assertNotIn(' y ', code)
        self.assertIn('f(', code)
        self.assertIn("1'000", code)
        self.assertIn('#include "core/log.h"', code)

    def test_an_include_in_a_comment_is_none(self):
        self.assertNotIn('include', without_comments_and_literals('// #include "a/b.h"\n/*\n#include "a/b.h"\n*/'))

    def test_macro_bodies_go(self):
        self.assertEqual(without_directives('#define A \\\n  co_await b\nint c;').split(), ['int', 'c;'])


class Functions(unittest.TestCase):
    def lengths(self, text):
        return {function.name: function.lines for function in functions(text)}

    def test_free_members_and_tests(self):
        text = '''namespace a::b {
struct Point {
  double x = 0;
  double length() const { return x; }
};
double Point::twice() const {
  return 2 * x;
}
TEST(Point, Doubles) {
  for (int i = 0; i < 2; ++i) {
    call([&] { return 1; });
  }
}
}  // namespace a::b
'''
        self.assertEqual(self.lengths(text), {'length': 1, 'Point::twice': 3, 'TEST': 5})

    def test_tables_and_enums_are_no_functions(self):
        self.assertEqual(self.lengths('constexpr Row rows[] = {\n  {f(1)},\n};\nenum class A : int { b, c };\n'), {})

    def test_member_initialisers_in_braces(self):
        text = 'Thing::Thing(int a)\n    : a_{a},\n      b_(make(a)), c_{} {\n  start();\n}\nvoid next() {\n}\n'
        self.assertEqual(self.lengths(text), {'Thing::Thing': 5, 'next': 2})

    def test_a_signature_over_several_lines_and_a_trailing_return_type(self):
        text = 'template <class T>\nauto find(const T& a,\n          int b) -> std::vector<int> {\n  return {a, b};\n}\n'
        self.assertEqual(self.lengths(text), {'find': 5})


if __name__ == '__main__':
    unittest.main()
