#include "enginesim/foreign_words.h"

#include <array>

namespace foreshock::enginesim {
namespace foreign_words_impl {

using std::to_array;
using Text = std::string_view;

constexpr auto latin = to_array<Text>({"however", "actually", "therefore", "meanwhile", "sometimes",
                                       "certainly", "although", "everything", "between", "another"});
constexpr auto latin_sentences =
    to_array<Text>({"Everything else stays as before.", "However, there is another way.",
                    "Therefore we certainly need both.", "Meanwhile the others wait.",
                    "Sometimes it is the other way round."});
constexpr auto han = to_array<Text>({"对", "的", "现在", "结果", "因为", "请求", "需要", "可以"});
constexpr auto cyrillic =
    to_array<Text>({"мир", "или", "слово", "ответ", "время", "снова", "очень", "поезд", "работа", "город"});
constexpr auto thai = to_array<Text>({"และ", "ไม่", "คำ", "ตอบ", "เวลา", "วันนี้", "ขอบคุณ", "บ้าน"});
constexpr auto greek =
    to_array<Text>({"λόγος", "νερό", "πόλη", "δρόμος", "ημέρα", "φως", "θάλασσα", "βιβλίο"});
constexpr auto kana =
    to_array<Text>({"さくら", "ありがとう", "カメラ", "ラーメン", "すし", "まつり", "ホテル", "とても"});

constexpr auto marker_texts =
    to_array<Text>({"<|im_end|>", "<|im_start|>", "<|start|>", "<|end|>", "<|channel|>", "<|eot_id|>",
                    "<|endoftext|>", "<tool_call>", "</tool_call>", "<think>", "</think>", "[INST]",
                    "[/INST]", "<｜tool▁calls▁begin｜>", "[TOOL_CALLS]"});

constexpr auto english_facts =
    to_array<Text>({"$p's order $n ships on Friday.", "As $p asked, the refund for $n is booked.",
                    "The appointment of $p has the number $n.", "$p lives at the address of invoice $n."});
constexpr auto english_persons =
    to_array<Text>({"Maria Keller", "Tom Baker", "Ines Duarte", "Peter Novak", "Laura Stone", "Omar Haddad"});
constexpr auto chinese_facts =
    to_array<Text>({"$p的订单$n将在星期五发货。", "按照$p的要求，$n的退款已经登记。", "$p的预约编号是$n。",
                    "$p的地址见发票$n。"});
constexpr auto chinese_persons = to_array<Text>({"李雪梅", "王建国", "陈晓东", "赵丽华", "周子轩", "吴桂芳"});

}  // namespace foreign_words_impl

const Phrases& stray_words(Script script) {
  static const std::array<Phrases, script_count> by_script = {
      Phrases(foreign_words_impl::latin), Phrases(foreign_words_impl::han),
      Phrases(foreign_words_impl::cyrillic), Phrases(foreign_words_impl::thai)};
  return by_script[static_cast<size_t>(script)];
}

const Phrases* stray_sentences(Script script) {
  static const Phrases in_latin(foreign_words_impl::latin_sentences);
  return script == Script::latin ? &in_latin : nullptr;
}

const Phrases& second_script_words(Language language) {
  static const Phrases of_english(foreign_words_impl::greek);
  static const Phrases of_chinese(foreign_words_impl::kana);
  return language == Language::chinese ? of_chinese : of_english;
}

const Phrases& markers() {
  static const Phrases all(foreign_words_impl::marker_texts);
  return all;
}

std::span<const std::string_view> foreign_facts(Language language) {
  if (language == Language::chinese) return foreign_words_impl::chinese_facts;
  return foreign_words_impl::english_facts;
}

std::span<const std::string_view> foreign_persons(Language language) {
  if (language == Language::chinese) return foreign_words_impl::chinese_persons;
  return foreign_words_impl::english_persons;
}

}  // namespace foreshock::enginesim
