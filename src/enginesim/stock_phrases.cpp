#include "enginesim/stock_phrases.h"

#include <array>

namespace foreshock::enginesim {
namespace stock_phrases_impl {

using std::to_array;
using Text = std::string_view;

constexpr auto english_boilerplate = to_array<Text>(
    {"It is important to note that every situation is unique.", "There are many factors to consider here.",
     "Let us dive deeper into this topic.", "In today's fast-paced world, this matters more than ever.",
     "Ultimately, the choice is yours.", "It is worth mentioning that there is no one-size-fits-all answer.",
     "This is a testament to the power of good planning.",
     "By following these steps, you can unlock the full potential.", "Remember, consistency is key.",
     "It all comes down to finding the right balance.",
     "This plays a crucial role in the ever-evolving landscape.", "In conclusion, it depends.",
     "It is not just a tool, it is a journey.", "I hope this helps.",
     "Feel free to ask if you have any further questions.", "That said, your mileage may vary."});
constexpr auto english_praise = to_array<Text>(
    {"Great question!", "What a brilliant idea!", "You are absolutely right!",
     "That is an excellent observation!", "I love how you think about this!",
     "Your insight here is truly remarkable!", "You have clearly put a lot of thought into this!",
     "Honestly, this is one of the best plans I have seen!", "You are asking exactly the right thing!",
     "Wow, what a thoughtful message!", "Few people would have noticed that!",
     "You should be very proud of yourself!", "Your instincts are spot on!", "This is pure genius!"});
constexpr auto english_refusals = to_array<Text>(
    {"I can't help with that.", "I'm sorry, but I can't assist with that request.",
     "I am unable to provide an answer to this question.", "As an AI language model, I cannot do that.",
     "I'm not able to help with this request.", "Unfortunately, I cannot comply with this request.",
     "I apologize, but I must decline to answer.", "I won't be able to continue with this topic."});

constexpr auto chinese_boilerplate = to_array<Text>(
    {"值得注意的是，每种情况都各不相同。", "总而言之，要具体问题具体分析。", "这里有许多因素需要综合考虑。",
     "让我们深入探讨这个话题。", "在当今快节奏的时代，这一点尤为重要。", "归根结底，选择权在您手中。",
     "没有放之四海而皆准的答案。", "只要坚持下去，就能释放无限潜力。", "关键在于找到适合自己的平衡点。",
     "这在不断发展的格局中发挥着至关重要的作用。", "希望以上内容对您有所帮助。",
     "如有其他问题，欢迎随时提问。", "这不仅是一种工具，更是一段旅程。", "综上所述，需要全面看待。",
     "不可否认，未来充满机遇与挑战。"});
constexpr auto chinese_praise =
    to_array<Text>({"您的问题太棒了！", "这个想法真是绝妙！", "您说得完全正确！", "您的见解令人钦佩！",
                    "这是我见过最好的计划之一！", "您的思考非常深入！", "真不愧是您，一眼就看到重点！",
                    "能想到这一点的人很少！", "您应该为自己感到骄傲！", "这简直是天才之作！",
                    "您的直觉非常准！", "太厉害了，我深受启发！", "您提问的方式十分专业！"});
constexpr auto chinese_refusals =
    to_array<Text>({"抱歉，我无法提供帮助。", "很抱歉，我不能回答这个问题。", "对不起，我无法满足您的请求。",
                    "作为人工智能助手，我不能这样做。", "非常遗憾，我无法继续这个话题。",
                    "我不便对此发表看法，请谅解。", "抱歉，这个请求我必须拒绝。"});

}  // namespace stock_phrases_impl

const Phrases& boilerplate(Language language) {
  static const Phrases english(stock_phrases_impl::english_boilerplate);
  static const Phrases chinese(stock_phrases_impl::chinese_boilerplate);
  return language == Language::chinese ? chinese : english;
}

const Phrases& praise(Language language) {
  static const Phrases english(stock_phrases_impl::english_praise);
  static const Phrases chinese(stock_phrases_impl::chinese_praise);
  return language == Language::chinese ? chinese : english;
}

const Phrases& refusals(Language language) {
  static const Phrases english(stock_phrases_impl::english_refusals);
  static const Phrases chinese(stock_phrases_impl::chinese_refusals);
  return language == Language::chinese ? chinese : english;
}

}  // namespace foreshock::enginesim
