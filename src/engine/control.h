#pragma once
// What can be set on an engine, how, and what its own interface for operators lets one do.
#include <cstdint>
#include <span>
#include <string_view>

namespace foreshock::engine {

// When a knob can be turned.
enum class Reach : uint8_t { request, running, start };  // with each request, while it runs, when it starts
std::string_view name_of(Reach reach);

// One way to turn a knob of one engine. A knob without a row cannot be turned there.
struct KnobRow {
  std::string_view knob;  // of knobs()
  Reach reach;
  std::string_view how;     // a field, a path or a flag, as the engine writes it
  std::string_view note{};  // what one should know: since when, at what price; a sentence
};

struct Knob {
  std::string_view name;
  std::string_view help;  // one sentence, with its full stop
};
std::span<const Knob> knobs();

enum class Takes : uint8_t { text, whole, number };  // a whole number from 0 on, a number from 0 on

struct Parameter {
  std::string_view name;
  Takes takes = Takes::text;
  std::string_view usual{};  // where it is not given; empty: it must be
};

// What an operator can have done, whatever the engine.
struct Act {
  std::string_view name;
  std::string_view help;  // one sentence, with its full stop
  std::span<const Parameter> parameters{};
};
std::span<const Act> acts();

// A fact in the answer of an engine, by its JSON pointer (RFC 6901).
struct Fact {
  std::string_view name, pointer;
};

// How one engine does an act: METHOD PATH with BODY, in which {name} stands for a parameter; in BODY quoted
// where it is a text.
struct ActRow {
  std::string_view act;  // of acts()
  std::string_view path;
  std::string_view body{};  // JSON; empty: none
  std::span<const Fact> facts{};
  std::string_view needs{};  // what the engine must have been started with; a sentence
  std::string_view method = "POST";
};

}  // namespace foreshock::engine
