#include <algorithm>
#include <array>

#include "enginesim/code_text.h"

namespace foreshock::enginesim {
namespace code_names_impl {

constexpr auto names = std::to_array<CodeName>({{"typescript", CodeLanguage::typescript},
                                                {"ts", CodeLanguage::typescript, true},
                                                {"javascript", CodeLanguage::javascript},
                                                {"node.js", CodeLanguage::javascript},
                                                {"nodejs", CodeLanguage::javascript},
                                                {"node", CodeLanguage::javascript, true},
                                                {"js", CodeLanguage::javascript},
                                                {"java", CodeLanguage::java},
                                                {"c++", CodeLanguage::cpp},
                                                {"cpp", CodeLanguage::cpp},
                                                {"cxx", CodeLanguage::cpp},
                                                {"cc", CodeLanguage::cpp, true},
                                                {"golang", CodeLanguage::go},
                                                {"go", CodeLanguage::go, true},
                                                {"rust", CodeLanguage::rust, true},
                                                {"rs", CodeLanguage::rust, true},
                                                {"sql", CodeLanguage::sql},
                                                {"postgresql", CodeLanguage::sql},
                                                {"postgres", CodeLanguage::sql},
                                                {"mysql", CodeLanguage::sql},
                                                {"sqlite", CodeLanguage::sql},
                                                {"python", CodeLanguage::python},
                                                {"python3", CodeLanguage::python},
                                                {"py", CodeLanguage::python, true},
                                                {"c", CodeLanguage::c, true}});

bool is_same(std::string_view name, std::string_view lower) {
  return std::equal(name.begin(), name.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

}  // namespace code_names_impl

std::span<const CodeName> code_names() {
  return code_names_impl::names;
}

std::optional<CodeLanguage> code_language_of(std::string_view name) {
  for (const CodeName& known : code_names_impl::names)
    if (code_names_impl::is_same(name, known.name)) return known.language;
  return std::nullopt;
}

}  // namespace foreshock::enginesim
