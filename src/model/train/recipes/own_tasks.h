// SPDX-License-Identifier: MIT
// Tasks that a user defines (docs/train.md). All sizes are limited, because the input may be hostile.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/train/task.h"

namespace hw::train {

/// The most tokens of a sequence, and the most different words.
inline constexpr int mostTokens = 128;
inline constexpr int mostWords = 1000;
/// A word that fills short sequences.
inline constexpr std::string_view paddingWord = "<pad>";

/// A rule of a grammar and its alternatives. An alternative is words between spaces. <rule> is a random alternative of
/// that rule. <rule:1> has the same words wherever it appears in a sentence, and other words than <rule:2>. The network
/// predicts words with * in front.
struct Rule {
    std::string name;
    std::vector<std::string> alternatives;
};
/// Sentences of the rule "sentence". Errors: badArgument for a missing, empty or recursive rule, for too many tokens or
/// words, and for sentences without an answer.
Result<Task> grammarTask(const std::vector<Rule>& rules);

/// Pairs of a text and its answer, both words between spaces. `heldOut` is the share of pairs for the test, 0 for a test
/// on all pairs. Errors: badArgument for too many tokens or words, an empty text, or no pair for training or test.
Result<Task> pairsTask(const std::vector<std::pair<std::string, std::string>>& pairs,
                       double heldOut);

/// The next letter in windows of `length` letters of a text. Spaces become ␣. Training and test use the same text.
/// Errors: badArgument for a short text, or too many different letters.
Result<Task> textTask(std::string_view text, int length);

/// Words with their ids, in the order of their first appearance.
class Vocabulary {
public:
    int idOf(std::string_view word);
    std::vector<std::string> take() { return std::move(words_); }
    const std::vector<std::string>& words() const { return words_; }

private:
    std::vector<std::string> words_;
};

/// The words between spaces, tabs and line ends.
std::vector<std::string_view> choiceNames(std::string_view text);
/// Errors: badArgument for more than mostWords.
Result<void> checkWords(const Vocabulary& vocabulary);

}  // namespace hw::train
