#include "signals/stratum_pairs.h"

#include <gtest/gtest.h>

#include "signals/strata.h"

namespace foreshock::signals::stratum_pairs_test {

std::string error_of(std::string_view text) {
  const auto pairs = StratumPairs::parse(text);
  return pairs ? "none" : pairs.error().what();
}

TEST(StratumPairs, AreReadWithSpacesOrCommasBetweenThem) {
  const auto pairs = StratumPairs::parse(" zone+class,device+prompt  key+start ").value();
  EXPECT_EQ(print_value(pairs), "zone+class device+prompt key+start");
  EXPECT_TRUE(StratumPairs::parse("").value().all().empty());
}

TEST(StratumPairs, AreStrataInPlaceOfTheUsualOnes) {
  Observation observation;
  observation.zone = "z";
  observation.request_class = "chat";
  observation.replica = "a";
  observation.version = "v";
  const auto pairs = StratumPairs::parse("zone+class").value();
  std::vector<Stratum> found;
  for (const Stratum& stratum : strata_of(observation, pairs))
    if (stratum.dimension.find('+') != std::string::npos) found.push_back(stratum);
  EXPECT_EQ(found, (std::vector<Stratum>{{"zone+class", "z+chat"}}));
  EXPECT_EQ(stratum_dimensions(pairs).size(), single_dimensions().size() + 1);
  EXPECT_EQ(stratum_dimensions(pairs).back(), "zone+class");
}

TEST(StratumPairs, SayWhatIsWrong) {
  EXPECT_EQ(error_of("replica+promt"),
            "unknown dimension 'promt' in 'replica+promt'. Did you mean 'prompt'?");
  EXPECT_EQ(error_of("replica"), "'replica' is no pair");
  EXPECT_EQ(error_of("replica+replica"), "'replica+replica' pairs a dimension with itself");
  EXPECT_EQ(error_of("replica+start start+replica"), "the pair 'start+replica' stands there twice");
  EXPECT_EQ(error_of("model+version+class"), "unknown dimension 'version+class' in 'model+version+class'.");
  const std::string eight =
      "model+version model+replica model+device model+zone model+key model+class model+prompt model+start";
  EXPECT_EQ(error_of(eight), "none");
  EXPECT_EQ(error_of(eight + " model+prefix"), "9 pairs of dimensions, of at most 8");
}

}  // namespace foreshock::signals::stratum_pairs_test
