#include "wire/key_hash.h"

#include <gtest/gtest.h>

namespace foreshock::wire::key_hash_test {

TEST(KeyHash, IsSha256) {
  EXPECT_EQ(hash_of_key("abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_TRUE(check_key_hash(hash_of_key("abc")));
  for (const std::string_view wrong :
       {"", "abc", "sha256:", "sha256:ba78", "md5:900150983cd24fb0d6963f7d28e17f72"})
    EXPECT_FALSE(check_key_hash(wrong)) << wrong;
}

TEST(KeyHash, NoTwoKeysAreTheSame) {
  const std::string one = make_key("fs-").value(), other = make_key("fs-").value();
  EXPECT_TRUE(one.starts_with("fs-"));
  EXPECT_EQ(one.size(), 51U);
  EXPECT_NE(one, other);
}

}  // namespace foreshock::wire::key_hash_test
