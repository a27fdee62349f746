#include "signals/code_fence.h"

#include <gtest/gtest.h>

namespace foreshock::signals::code_fence_test {

std::string language_of(std::string_view answer) {
  CodeFence whole;
  whole.on_text(answer);
  CodeFence pieces;
  for (const char character : answer) pieces.on_text({&character, 1});
  EXPECT_EQ(whole.language(), pieces.language()) << "cut into characters: " << answer;
  return std::string(whole.language());
}

TEST(CodeFence, IsReadWhereTheLanguageIsNamed) {
  EXPECT_EQ(language_of("Here it is:\n```python\nprint(1)\n```\n"), "python");
  EXPECT_EQ(language_of("```Rust\nfn main() {}\n```"), "rust");
  EXPECT_EQ(language_of("1. so:\n   ```js {2}\n   x\n   ```"), "javascript");
  EXPECT_EQ(language_of("````c++\nint x;\n````"), "cpp");
  EXPECT_EQ(language_of("```ts:src/a.ts\nx"), "typescript");
}

TEST(CodeFence, TheFirstThatNamesOneCounts) {
  EXPECT_EQ(language_of("```\nplain\n```\nand\n```go\nx\n```\n```java\ny\n```"), "go");
  EXPECT_EQ(language_of("```text\nplain\n```\n```sql\nx\n```"), "sql");
}

TEST(CodeFence, OtherNamesAreOne) {
  EXPECT_EQ(language_of("```brainfuck\n+\n```"), "other");
  EXPECT_EQ(language_of("```" + std::string(1000, 'x') + "\n"), "other");
}

TEST(CodeFence, WithoutAFenceThereIsNone) {
  EXPECT_EQ(language_of(""), "");
  EXPECT_EQ(language_of("Use `print` or ```cat``` here."), "");
  EXPECT_EQ(language_of("in a line ```python\n"), "");
  EXPECT_EQ(language_of("``\npython\n"), "");
  EXPECT_EQ(language_of("```python"), "") << "the name may go on";
}

}  // namespace foreshock::signals::code_fence_test
