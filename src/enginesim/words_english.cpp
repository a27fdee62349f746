#include <array>

#include "enginesim/words.h"

namespace foreshock::enginesim {
namespace words_english_impl {

using std::to_array;
using Text = std::string_view;

constexpr auto determiners = to_array<Text>({"a", "a", "a", "the", "the", "the", "this", "that", "each",
                                             "every", "one", "another", "our", "your", "its", "any"});
constexpr auto adjectives = to_array<Text>(
    {"able",   "active",   "early",   "basic",   "blue",    "brief",   "bright",   "broad",    "busy",
     "calm",   "careful",  "central", "cheap",   "clean",   "clear",   "clever",   "close",    "cold",
     "common", "complete", "correct", "curious", "daily",   "deep",    "direct",   "distant",  "double",
     "dry",    "empty",    "equal",   "even",    "exact",   "extra",   "fair",     "familiar", "fast",
     "final",  "firm",     "flat",    "formal",  "free",    "fresh",   "friendly", "full",     "general",
     "gentle", "good",     "gradual", "green",   "happy",   "heavy",   "helpful",  "hidden",   "high",
     "ideal",  "inner",    "kind",    "large",   "late",    "light",   "likely",   "local",    "long",
     "loose",  "loud",     "main",    "minor",   "mild",    "modern",  "modest",   "narrow",   "natural",
     "neat",   "new",      "noisy",   "normal",  "obvious", "odd",     "old",      "open",     "ordinary",
     "outer",  "patient",  "plain",   "polite",  "precise", "private", "proper",   "proud",    "public",
     "quick",  "quiet",    "rapid",   "rare",    "ready",   "recent",  "regular",  "rich",     "rough",
     "round",  "safe",     "second",  "sharp",   "short",   "silent",  "simple",   "single",   "slow",
     "small",  "smooth",   "soft",    "solid",   "steady",  "strong",  "subtle",   "sudden",   "tall",
     "thin",   "third",    "tidy",    "tiny",    "typical", "warm",    "whole",    "wide",     "wise",
     "wooden", "young"});
constexpr auto nouns = to_array<Text>(
    {"account",  "address",  "agent",     "agreement", "answer",    "archive",    "area",      "argument",
     "article",  "audience", "balance",   "batch",     "beginning", "block",      "board",     "border",
     "branch",   "bridge",   "budget",    "builder",   "cache",     "calendar",   "camera",    "capacity",
     "carrier",  "chapter",  "choice",    "circle",    "city",      "client",     "colleague", "column",
     "comment",  "concept",  "context",   "copy",      "corner",    "course",     "customer",  "decision",
     "degree",   "design",   "detail",    "device",    "direction", "discussion", "document",  "draft",
     "editor",   "effect",   "engine",    "entry",     "error",     "estimate",   "event",     "example",
     "expert",   "family",   "feature",   "figure",    "filter",    "folder",     "forecast",  "format",
     "garden",   "goal",     "group",     "guest",     "habit",     "history",    "idea",      "image",
     "index",    "interval", "journey",   "keyboard",  "kitchen",   "label",      "lamp",      "language",
     "layer",    "lesson",   "letter",    "level",     "library",   "limit",      "list",      "machine",
     "manager",  "map",      "margin",    "market",    "meeting",   "memory",     "message",   "method",
     "minute",   "mirror",   "model",     "moment",    "museum",    "neighbour",  "network",   "note",
     "notebook", "number",   "object",    "office",    "option",    "order",      "page",      "paper",
     "partner",  "passage",  "path",      "pattern",   "phase",     "picture",    "plan",      "planet",
     "player",   "position", "problem",   "process",   "project",   "prompt",     "proposal",  "purpose",
     "question", "queue",    "reader",    "reason",    "record",    "region",     "release",   "replica",
     "report",   "request",  "result",    "river",     "routine",   "sample",     "schedule",  "scheduler",
     "section",  "sensor",   "sentence",  "series",    "server",    "service",    "session",   "signal",
     "sketch",   "solution", "source",    "station",   "step",      "story",      "stream",    "student",
     "subject",  "summary",  "supplier",  "surface",   "survey",    "system",     "table",     "target",
     "task",     "teacher",  "team",      "theory",    "ticket",    "token",      "tool",      "topic",
     "tower",    "train",    "traveller", "value",     "version",   "village",    "visitor",   "voice",
     "volume",   "warning",  "weekend",   "window",    "witness",   "word",       "worker",    "writer"});
constexpr auto verbs =
    to_array<Text>({"accepts",   "adapts",         "adjusts",  "admires",       "adopts",      "affects",
                    "allows",    "answers",        "approves", "avoids",        "balances",    "becomes",
                    "begins",    "belongs to",     "brings",   "builds",        "calls",       "carries",
                    "changes",   "checks",         "chooses",  "cleans",        "collects",    "compares",
                    "completes", "confirms",       "connects", "contains",      "controls",    "copies",
                    "counts",    "covers",         "creates",  "defines",       "delivers",    "depends on",
                    "describes", "divides",        "draws",    "edits",         "enters",      "examines",
                    "explains",  "extends",        "fills",    "finds",         "fixes",       "follows",
                    "forms",     "gives",          "guards",   "guides",        "handles",     "helps",
                    "holds",     "improves",       "includes", "invites",       "joins",       "keeps",
                    "leads",     "leaves",         "lifts",    "limits",        "looks after", "lowers",
                    "makes",     "makes room for", "marks",    "matches",       "measures",    "meets",
                    "mentions",  "misses",         "moves",    "names",         "needs",       "notices",
                    "offers",    "opens",          "orders",   "passes",        "plans",       "points to",
                    "predicts",  "prepares",       "presents", "protects",      "proves",      "raises",
                    "reaches",   "reads",          "receives", "records",       "reduces",     "relies on",
                    "repeats",   "replaces",       "requires", "returns",       "rewards",     "saves",
                    "selects",   "sends",          "shapes",   "shares",        "shows",       "skips",
                    "solves",    "sorts",          "splits",   "stands beside", "starts",      "stores",
                    "studies",   "supports",       "takes",    "takes care of", "teaches",     "tests",
                    "touches",   "traces",         "trusts",   "uses",          "visits",      "waits for",
                    "watches",   "welcomes",       "widens",   "works with",    "wraps",       "writes"});
constexpr auto places = to_array<Text>(
    {"in the same step",       "under heavy load",       "after a short wait",       "for most people",
     "without extra cost",     "before the next round",  "at the end of the day",    "in a quiet hour",
     "on every machine",       "with a little luck",     "as the table shows",       "in practice",
     "near the old harbour",   "during the summer",      "across two continents",    "on a rainy morning",
     "behind closed doors",    "under the same roof",    "within a few minutes",     "by the second week",
     "in front of the house",  "at a lower price",       "with more patience",       "from the first day",
     "until late at night",    "outside working hours",  "along the northern coast", "in plain words",
     "after the holidays",     "on both sides",          "in small portions",        "with a steady hand",
     "without further notice", "beyond the usual range", "at half the speed",        "over the phone",
     "between two meetings",   "in the middle of March", "for three reasons",        "against all odds",
     "around the corner",      "since last year",        "through the back door",    "at the front desk",
     "on the third attempt",   "in another room",        "by a wide margin",         "close to the river"});
constexpr auto connectors =
    to_array<Text>({"and",         "but",           "because",     "while",     "so",         "when",
                    "although",    "whenever",      "wherever",    "before",    "after",      "until",
                    "unless",      "since",         "even though", "even when", "as long as", "as soon as",
                    "so that",     "provided that", "in case",     "whereas",   "and then",   "and yet",
                    "and later",   "but also",      "but first",   "even if",   "just as",    "just before",
                    "right after", "only because",  "only when",   "now that",  "once",       "and therefore",
                    "and finally", "but sometimes", "or else",     "if"});
constexpr auto openers = to_array<Text>(
    {"in most cases,",    "at first,",        "later on,",          "as a rule,",      "after all,",
     "for a start,",      "by contrast,",     "in short,",          "at best,",        "at worst,",
     "for example,",      "sooner or later,", "on average,",        "now and then,",   "year after year,",
     "in the morning,",   "in theory,",       "from afar,",         "for once,",       "to begin with,",
     "as before,",        "as expected,",     "this time,",         "back then,",      "two days later,",
     "on Monday,",        "in autumn,",       "strictly speaking,", "in other words,", "in return,",
     "little by little,", "at noon,",         "on the first page,", "step by step,",   "if possible,",
     "next to it,",       "elsewhere,",       "meanwhile,",         "sometimes,",      "usually,",
     "afterwards,",       "in that case,"});
constexpr auto closers = to_array<Text>({"too",
                                         "again",
                                         "often",
                                         "soon",
                                         "now",
                                         "here",
                                         "there",
                                         "daily",
                                         "twice",
                                         "well",
                                         "anyway",
                                         "freely",
                                         "as well",
                                         "in time",
                                         "at once",
                                         "so far",
                                         "by now",
                                         "for now",
                                         "in turn",
                                         "by hand",
                                         "on demand",
                                         "at last",
                                         "in full",
                                         "in the end",
                                         "most of all",
                                         "day by day",
                                         "from now on",
                                         "time and again",
                                         "for a while",
                                         "on the whole",
                                         "all year long",
                                         "at the same time",
                                         "most of the time",
                                         "more often than not",
                                         "for the time being",
                                         "in the same way",
                                         "in the long run",
                                         "as far as we know",
                                         "once in a long while",
                                         "in more than one way",
                                         "by the end of today",
                                         "at the end of it"});
constexpr auto replies =
    to_array<Text>({"Noted", "Done", "Fine", "Noted.", "Done.", "Fine.", "Well noted.", "All done.",
                    "Quite fine.", "That is all.", "That is fine.", "All is done.", "That is all now.",
                    "This is all there.", "All is fine here."});

}  // namespace words_english_impl

const Words english_words = {
    words_english_impl::determiners, words_english_impl::adjectives, words_english_impl::nouns,
    words_english_impl::verbs,       words_english_impl::places,     words_english_impl::connectors,
    words_english_impl::openers,     words_english_impl::closers,    words_english_impl::replies};

}  // namespace foreshock::enginesim
