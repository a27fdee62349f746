#include "enginesim/code_style.h"

namespace foreshock::enginesim {
namespace code_style_impl {

using std::to_array;
using Text = std::string_view;

constexpr auto python_statements = to_array<Text>(
    {"    $a = $a + $n\n", "    $b -= $m\n", "    if $a $c $n:\n        $b = $b - $m\n",
     "    for index in range($n):\n        $a += index\n", "    while $b > $n:\n        $b -= $m\n",
     "    $b = max($a, $n)\n", "    $a, $b = $b, $a\n", "    $a = ($b + $n) % $m\n",
     "    $b = [$a, $b, $n][$m % 3]\n", "    $a = sum(item * $n for item in range($m))\n",
     "    $b = {\"low\": $n, \"high\": $m}.get(str($a), $b)\n",
     "    if $b $c $n:\n        $a = $m\n    else:\n        $a += $n\n"});
constexpr auto script_statements = to_array<Text>(
    {"  $a = $a + $n;\n", "  $b -= $m;\n", "  if ($a $c $n) {\n    $b = $b - $m;\n  }\n",
     "  for (let i = 0; i < $n; i += 1) {\n    $a += i;\n  }\n", "  while ($b > $n) {\n    $b -= $m;\n  }\n",
     "  $b = Math.max($a, $n);\n", "  [$a, $b] = [$b, $a];\n", "  $a = ($b + $n) % $m;\n",
     "  $b = $a $c $n ? $a + $m : $b;\n", "  $b += [$n, $m].map((item) => item * $a).length;\n",
     "  if ($b $c $n) {\n    $a = $m;\n  } else {\n    $a += $n;\n  }\n"});
constexpr auto c_statements = to_array<Text>(
    {"  $a = $a + $n;\n", "  $b -= $m;\n", "  if ($a $c $n) {\n    $b = $b - $m;\n  }\n",
     "  for (int i = 0; i < $n; i++) {\n    $a += i;\n  }\n", "  while ($b > $n) {\n    $b -= $m;\n  }\n",
     "  $b = $a $c $n ? $a + $m : $b;\n", "  $a = ($b + $n) % $m;\n",
     "  switch ($a % 3) {\n    case 0:\n      $b = $n;\n      break;\n    default:\n      $b = $m;\n  }\n",
     "  do {\n    $a -= $n;\n  } while ($a > $m);\n",
     "  if ($b $c $n) {\n    $a = $m;\n  } else {\n    $a += $n;\n  }\n"});
constexpr auto cpp_statements = to_array<Text>(
    {"  $a = $a + $n;\n", "  $b -= $m;\n", "  if ($a $c $n) {\n    $b = $b - $m;\n  }\n",
     "  for (int i = 0; i < $n; ++i) {\n    $a += i;\n  }\n", "  while ($b > $n) {\n    $b -= $m;\n  }\n",
     "  $b += [=] { return $a * $n; }();\n", "  $a = ($b + $n) % $m;\n", "  $b = $a $c $n ? $a + $m : $b;\n",
     "  $a = static_cast<int>($b * 0.$n);\n",
     "  if (const int rest = $a % $m; rest > 0) {\n    $b += rest;\n  }\n",
     "  if ($b $c $n) {\n    $a = $m;\n  } else {\n    $a += $n;\n  }\n"});
constexpr auto java_statements = to_array<Text>(
    {"    $a = $a + $n;\n", "    $b -= $m;\n", "    if ($a $c $n) {\n      $b = $b - $m;\n    }\n",
     "    for (int i = 0; i < $n; i++) {\n      $a += i;\n    }\n",
     "    while ($b > $n) {\n      $b -= $m;\n    }\n", "    $b = Math.max($a, $n);\n",
     "    $a = ($b + $n) % $m;\n", "    $b = $a $c $n ? $a + $m : $b;\n",
     "    for (int step : new int[] {$n, $m, $a}) {\n      $b += step;\n    }\n",
     "    if ($b $c $n) {\n      $a = $m;\n    } else {\n      $a += $n;\n    }\n"});
constexpr auto go_statements =
    to_array<Text>({"\t$a = $a + $n\n", "\t$b -= $m\n", "\tif $a $c $n {\n\t\t$b = $b - $m\n\t}\n",
                    "\tfor i := 0; i < $n; i++ {\n\t\t$a += i\n\t}\n", "\tfor $b > $n {\n\t\t$b -= $m\n\t}\n",
                    "\t$a, $b = $b, $a\n", "\t$a = ($b + $n) % $m\n",
                    "\tswitch {\n\tcase $a > $n:\n\t\t$b = $m\n\tdefault:\n\t\t$a = $n\n\t}\n",
                    "\tfor _, step := range []int{$n, $m, $a} {\n\t\t$b += step\n\t}\n",
                    "\tif $b $c $n {\n\t\t$a = $m\n\t} else {\n\t\t$a += $n\n\t}\n"});
constexpr auto rust_statements = to_array<Text>(
    {"    $a = $a + $n;\n", "    $b -= $m;\n", "    if $a $c $n {\n        $b = $b - $m;\n    }\n",
     "    for index in 0..$n {\n        $a += index;\n    }\n",
     "    while $b > $n {\n        $b -= $m;\n    }\n", "    $b = $a.max($n);\n",
     "    ($a, $b) = ($b, $a);\n", "    $a = ($b + $n) % $m;\n",
     "    $a = if $b > $n { $a + $m } else { $b };\n",
     "    $b = match $a % 3 {\n        0 => $n,\n        _ => $m,\n    };\n",
     "    $b += [$n, $m, $a].iter().sum::<i64>();\n"});
constexpr auto sql_statements = to_array<Text>(
    {"  AND $b BETWEEN $n AND $m\n", "  AND $a <> $n\n", "  AND $b IN ($n, $m)\n", "  AND $b IS NOT NULL\n",
     "  AND $a + $b $c $n\n", "  AND ($a > $n OR $b < $m)\n", "  AND ABS($a - $b) $c $n\n",
     "  AND COALESCE($b, $n) $c $m\n", "  AND $a NOT IN (SELECT $b FROM $t WHERE $b > $n)\n",
     "  AND NOT ($b = $n AND $a = $m)\n"});

constexpr std::array<Text, 2> no_last_brace = {"}\n", "\n"};

constexpr CodeStyle python = {
    "python", "",    "def $f($a, $b):\n",        python_statements, "    return $a + $b\n", "",
    "    # ", false, {"    return", "   return"}};
constexpr CodeStyle javascript = {"javascript",
                                  "",
                                  "function $f($a, $b) {\n",
                                  script_statements,
                                  "  return $a + $b;\n}\n",
                                  "",
                                  "  // ",
                                  true,
                                  no_last_brace};
constexpr CodeStyle typescript = {"typescript",
                                  "",
                                  "function $f($a: number, $b: number): number {\n",
                                  script_statements,
                                  "  return $a + $b;\n}\n",
                                  "",
                                  "  // ",
                                  true,
                                  no_last_brace};
constexpr CodeStyle java = {"java",
                            "final class Sample {\n",
                            "  static int $f(int $a, int $b) {\n",
                            java_statements,
                            "    return $a + $b;\n  }\n",
                            "}\n",
                            "    // ",
                            true,
                            no_last_brace};
constexpr CodeStyle cpp = {
    "cpp", "",           "int $f(int $a, int $b) {\n", cpp_statements, "  return $a + $b;\n}\n", "", "  // ",
    false, no_last_brace};
constexpr CodeStyle c = {
    "c",   "",           "int $f(int $a, int $b) {\n", c_statements, "  return $a + $b;\n}\n", "", "  // ",
    false, no_last_brace};
constexpr CodeStyle go = {"go",
                          "package main\n\n",
                          "func $f($a int, $b int) int {\n",
                          go_statements,
                          "\treturn $a + $b\n}\n",
                          "",
                          "\t// ",
                          true,
                          no_last_brace};
constexpr CodeStyle rust = {"rust",
                            "",
                            "fn $f(mut $a: i64, mut $b: i64) -> i64 {\n",
                            rust_statements,
                            "    $a + $b\n}\n",
                            "",
                            "    // ",
                            false,
                            no_last_brace};
constexpr CodeStyle sql = {"sql",
                           "",
                           "SELECT $a, $b, COUNT(*) AS entries\nFROM $t\nWHERE $a $c $n\n",
                           sql_statements,
                           "GROUP BY $a, $b\nORDER BY $a DESC\nLIMIT $n;\n",
                           "",
                           "  -- ",
                           false,
                           {"(", ""}};

}  // namespace code_style_impl

const CodeStyle& style_of(CodeLanguage code) {
  using namespace code_style_impl;
  switch (code) {
    case CodeLanguage::python:
      return python;
    case CodeLanguage::javascript:
      return javascript;
    case CodeLanguage::typescript:
      return typescript;
    case CodeLanguage::java:
      return java;
    case CodeLanguage::cpp:
      return cpp;
    case CodeLanguage::c:
      return c;
    case CodeLanguage::go:
      return go;
    case CodeLanguage::rust:
      return rust;
    case CodeLanguage::sql:
      return sql;
  }
  return python;
}

}  // namespace foreshock::enginesim
