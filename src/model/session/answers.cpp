// SPDX-License-Identifier: MIT
// A model's answers, from a run.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <string_view>
#include <utility>

#include "model/run/read_out.h"
#include "model/run/target.h"
#include "model/session/question_title.h"
#include "model/session/session.h"
#include "model/session/token_scores.h"

namespace hw::model {
namespace {

/// Maximum number of logits in memory at once, 16 MB.
constexpr int mostAtOnce = 1 << 22;

bool isLess(std::span<const float> outputs, int a, int b) {
    return outputs[a] != outputs[b] ? outputs[a] > outputs[b] : a < b;
}

/// The `count` largest of `indices`, largest first.
template <class Indices>
std::vector<int> largest(std::span<const float> outputs, const Indices& indices, int count) {
    std::vector<int> made(std::min<std::ptrdiff_t>(count, std::ssize(indices)));
    std::ranges::partial_sort_copy(indices, made,
                                   [&](int a, int b) { return isLess(outputs, a, b); });
    return made;
}

std::string lowered(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

/// The words of each pair are in alphabetical order.
constexpr std::string_view pairs =
    " are/is was/were has/have do/does aren/isn wasn/weren hasn/haven doesn/don he/she her/his "
    "her/him "
    "herself/himself itself/themselves it/they its/their these/this that/those man/woman boy/girl "
    "bad/good no/yes false/true negative/positive ";

/// For ASCII, because no word of the list has other letters.
constexpr char lowered(char letter) { return static_cast<char>(letter | 0x20); }

constexpr bool isLetter(char letter) { return lowered(letter) >= 'a' && lowered(letter) <= 'z'; }

}  // namespace

bool areCounterparts(std::string_view one, std::string_view other) {
    const auto mark = static_cast<std::size_t>(std::ranges::find_if(one, isLetter) - one.begin());
    if (mark == one.size() || mark >= other.size()) return false;
    if (one.substr(0, mark) != other.substr(0, mark)) return false;
    one.remove_prefix(mark);
    other.remove_prefix(mark);
    const bool isCapital = one.front() != lowered(one.front());
    if (isCapital != (other.front() != lowered(other.front()))) return false;
    if (other < one) std::swap(one, other);
    std::string pair = ' ' + std::string(one) + '/' + std::string(other) + ' ';
    pair[1] = lowered(pair[1]);
    pair[one.size() + 2] = lowered(pair[one.size() + 2]);
    return pairs.contains(pair);
}

std::string counterpartOf(std::string_view word) {
    const std::string own = lowered(std::string(word));
    if (own.empty() || !std::ranges::all_of(own, isLetter)) return "";
    std::string other;
    if (const auto first = pairs.find(' ' + own + '/'); first != std::string_view::npos) {
        const auto from = first + own.size() + 2;
        other = pairs.substr(from, pairs.find(' ', from) - from);
    } else if (const auto second = pairs.find('/' + own + ' '); second != std::string_view::npos) {
        const auto from = pairs.rfind(' ', second) + 1;
        other = pairs.substr(from, second - from);
    }
    if (!other.empty() && word.front() != own.front())
        other.front() = static_cast<char>(other.front() - 'a' + 'A');
    return other;
}

int usualContrast(std::span<const Choice> answers) {
    if (answers.size() < 2 || answers.front().isScore) return -1;
    const auto likely = std::ranges::find_if(answers.subspan(1), [&](const Choice& other) {
        return areCounterparts(answers.front().name, other.name);
    });
    return likely == answers.end() ? answers[1].index : likely->index;
}

std::vector<float> Session::outputs(const Run& run, int position) const {
    const bool each = isPerPosition(facts_.answering());
    if (each && (position < 0 || position >= run.answeringTokens())) return {};
    Workspace workspace;
    const std::vector<int> positions = each ? std::vector<int>{position} : std::vector<int>{};
    const Trace& trace = run.answering();
    return readOut(answering(), trace.batch, trace.last(), positions, {}, workspace, trace.edits)
        .values;
}

std::vector<Choice> Session::chosen(const std::vector<float>& outputs,
                                    const std::vector<int>& indices) const {
    std::vector<Choice> choices;
    const ShareForm form = facts_.answering().head.share;
    const bool isOne = facts_.task() == Task::classes && outputs.size() == 1;
    const bool isScore = form == ShareForm::plain && facts_.task() == Task::classes;
    const bool isLogistic =
        facts_.task() == Task::discriminator || isOne || isScore || form == ShareForm::logistic;
    const double total = isLogistic ? 0 : logTotal(outputs);
    for (const int index : indices) {
        const double share = isLogistic ? 1 / (1 + std::exp(-double{outputs[index]}))
                                        : std::exp(outputs[index] - total);
        choices.push_back({index, nameOf(index), outputs[index], share, isScore});
    }
    return choices;
}

float Session::scoreOf(float logit) const {
    const bool isPlain = facts_.answering().head.share == ShareForm::plain;
    return isPlain ? logit : static_cast<float>(1 / (1 + std::exp(-double{logit})));
}

std::vector<Choice> Session::top(const Run& run, int position, int count) const {
    if (facts_.task() == Task::embedding) return {};
    return topOf(outputs(run, position), count);
}

std::vector<Choice> Session::topOf(const std::vector<float>& outputs, int count) const {
    return chosen(outputs,
                  largest(outputs, std::views::iota(0, static_cast<int>(outputs.size())), count));
}

std::vector<Choice> Session::search(const Run& run, int position, std::string_view part,
                                    int count) const {
    if (facts_.task() == Task::embedding) return {};
    const std::vector<float> all = outputs(run, position);
    const std::string wanted = lowered(std::string(part));
    std::vector<int> found;
    for (int index = 0; std::cmp_less(index, all.size()); ++index)
        if (lowered(nameOf(index)).find(wanted) != std::string::npos) found.push_back(index);
    return chosen(all, largest(all, found, count));
}

std::vector<double> Session::surprisals(const Run& run) const {
    if (facts_.task() != Task::nextWord) return {};
    std::vector<double> bits{std::numeric_limits<double>::quiet_NaN()};
    const auto add = [&](std::span<const float> logits, int next) {
        bits.push_back((logTotal(logits) - logits[next]) / std::log(2.0));
    };
    const Trace& trace = run.answering();
    const std::vector<std::int32_t>& ids = run.answeringEncoding().ids;
    const int width = answering().spec.width;
    const int rows = std::max(1, mostAtOnce / answering().outputs());
    Workspace workspace;
    // The last token has no next word.
    for (int from = 0; from + 1 < run.answeringTokens(); from += rows) {
        const int count = std::min(rows, run.answeringTokens() - 1 - from);
        Batch block;
        block.add(count);
        const auto begin = trace.last().begin() + std::ptrdiff_t{1} * from * width;
        const std::vector<float> stream(begin, begin + std::ptrdiff_t{1} * count * width);
        const ReadOut all = readOut(answering(), block, stream, {}, {}, workspace);
        for (int i = 0; i < count; ++i) add(all.row(i), ids[from + i + 1]);
    }
    return bits;
}

std::string Session::nameOf(int output) const {
    const std::vector<std::string>& labels = facts_.answering().head.labels;
    const bool isWord = facts_.task() == Task::nextWord || facts_.task() == Task::maskedWord;
    if (isWord && tokenizer_) return tokenizer_->shownToken(output);
    return std::cmp_less(output, labels.size()) ? labels[output] : std::to_string(output);
}

Result<int> Session::outputNamed(std::string_view name) const {
    const auto unknown = [&](LocalizedText finding) {
        return std::unexpected(Problem{Code::badArgument, std::string(name), std::string(finding),
                                       "Use one of the model’s words, a class or a number."_tr,
                                       std::nullopt});
    };
    const std::vector<std::string>& labels = facts_.spec.head.labels;
    if (const auto label = std::ranges::find(labels, name); label != labels.end())
        return static_cast<int>(label - labels.begin());
    const bool isWord = facts_.task() == Task::nextWord || facts_.task() == Task::maskedWord;
    if (!isWord || !tokenizer_) return unknown("The model has no such class."_tr);
    // The tokenizer may have tokens that the model lacks.
    const auto isOutput = [&](int id) { return id >= 0 && id < facts_.answering().vocabulary; };
    if (const int id = tokenizer_->idOf(name); isOutput(id)) return id;
    // Within a sentence, most tokenizers mark words with the space before them.
    for (const std::string& text : {" " + std::string(name), std::string(name)})
        if (const int id = onlyToken(*tokenizer_, text); isOutput(id)) return id;
    return unknown("This is not a single word in the model’s vocabulary."_tr);
}

}  // namespace hw::model
