#include "wire/yaml_documents.h"

#include <sstream>
#include <string>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace foreshock::wire {
namespace yaml_documents_impl {

// Notes where the last document began, and lets all else go by.
struct Starts final : YAML::EventHandler {
  using Mark = YAML::Mark;
  using Text = std::string;
  using Anchor = YAML::anchor_t;
  using Style = YAML::EmitterStyle::value;

  void OnDocumentStart(const Mark& mark) override { last = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const Mark&, Anchor) override {}
  void OnAlias(const Mark&, Anchor) override {}
  void OnScalar(const Mark&, const Text&, Anchor, const Text&) override {}
  void OnSequenceStart(const Mark&, const Text&, Anchor, Style) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const Mark&, const Text&, Anchor, Style) override {}
  void OnMapEnd() override {}

  Mark last = Mark::null_mark();
};

}  // namespace yaml_documents_impl

std::optional<TextPlace> endless_documents(std::string_view text) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  yaml_documents_impl::Starts starts;
  for (int before = -1; parser.HandleNextDocument(starts); before = starts.last.pos)
    if (starts.last.pos == before)
      return TextPlace{static_cast<size_t>(before), static_cast<size_t>(starts.last.line),
                       static_cast<size_t>(starts.last.column)};
  return std::nullopt;
}

}  // namespace foreshock::wire
