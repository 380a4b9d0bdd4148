// SPDX-License-Identifier: MIT
#include "model/decoding/rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {
namespace {

constexpr float never = -std::numeric_limits<float>::infinity();

void forbid(std::span<const int> ids, std::span<float> scores) {
    for (const int id : ids) scores[id] = never;
}

void only(std::span<const int> ids, std::span<float> scores) {
    std::ranges::fill(scores, never);
    for (const int id : ids) scores[id] = 0;
}

/// (Keskar et al. 2019). Each token that occurs is penalised once, by division or multiplication.
void penaliseRepetition(double penalty, std::span<const int> before, std::span<float> scores) {
    std::vector<int> seen(before.begin(), before.end());
    std::ranges::sort(seen);
    seen.erase(std::ranges::unique(seen).begin(), seen.end());
    for (const int id : seen)
        scores[id] =
            static_cast<float>(scores[id] < 0 ? scores[id] * penalty : scores[id] / penalty);
}

/// Tokens that have followed the last size - 1 ones before.
void forbidRepeated(int size, std::span<const int> before, std::span<float> scores) {
    const std::ptrdiff_t length = std::ssize(before);
    if (length + 1 < size) return;
    const auto last = before.last(static_cast<std::size_t>(size) - 1);
    for (std::ptrdiff_t at = 0; at + size <= length; ++at)
        if (std::ranges::equal(before.subspan(at, last.size()), last))
            scores[before[at + size - 1]] = never;
}

void forbidWord(std::span<const int> word, const DecodingRules& rules, std::span<const int> before,
                std::span<float> scores) {
    if (word.empty() || word.size() > std::max<std::size_t>(before.size(), 1)) return;
    if (word.size() == 1 && std::ranges::find(rules.ends, word[0]) != rules.ends.end()) return;
    const auto front = word.first(word.size() - 1);
    if (std::ranges::equal(before.last(front.size()), front)) scores[word.back()] = never;
}

}  // namespace

void logSoftmax(std::span<float> scores) {
    float most = never;
    for (const float score : scores) most = std::max(most, score);
    if (!(most > never)) return;
    double sum = 0;
    for (const float score : scores) sum += std::exp(double{score} - most);
    const auto log = static_cast<float>(std::log(sum));
    for (float& score : scores) score = score - most - log;
}

Result<void> DecodingRules::check() const {
    if (unsupported.empty()) return {};
    return std::unexpected(
        Problem{.code = Code::badArgument,
                .place = file + ", " + unsupported.front(),
                .finding = "This setting changes the model’s output but isn’t supported."_tr,
                .remedy = "Remove it from the file."_tr,
                .byte = {}});
}

void applyRules(const DecodingRules& rules, std::span<const int> before, const TextLengths& lengths,
                std::span<float> scores) {
    const auto length = static_cast<int>(before.size());
    if (rules.repetitionPenalty != 1) penaliseRepetition(rules.repetitionPenalty, before, scores);
    if (rules.noRepeat > 0) forbidRepeated(rules.noRepeat, before, scores);
    for (const std::vector<int>& word : rules.badWords) forbidWord(word, rules, before, scores);
    if (length < rules.minLength || length - lengths.given < rules.minNew)
        forbid(rules.ends, scores);
    if (length == 1 && rules.forcedFirst >= 0) only({&rules.forcedFirst, 1}, scores);
    if (length == lengths.longest - 1 && !rules.forcedLast.empty()) only(rules.forcedLast, scores);
    forbid(rules.suppressed, scores);
    const bool isForced = lengths.given == 1 && rules.forcedFirst >= 0;
    if (length == lengths.given + (isForced ? 1 : 0)) forbid(rules.suppressedFirst, scores);
    if (rules.renormalises) logSoftmax(scores);
}

}  // namespace hw::model
