// SPDX-License-Identifier: MIT
// Several ways of testing words next to each other: how far they agree, and where they do not.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/session/token_scores.h"

namespace hw::model {

/// One way of testing words, of all tokens.
struct WordTest {
    BlankName blank;
    /// By how much the question's number falls without each token, [n]; NaN where that has no meaning.
    std::vector<double> falls;
};

/// Spearman's rank correlation of two of them, over the tokens that take part and have both numbers.
struct WordAgreement {
    int first = 0;
    int second = 0;
    double correlation = 0;  ///< NaN: fewer than two tokens, or all falls are equal
};
std::vector<WordAgreement> agreementOf(std::span<const WordTest> tests,
                                       const std::vector<bool>& takesPart);

/// Which token takes most with it, for people, by each test where they differ. Empty if no token takes part.
std::string agreementSentence(std::span<const WordTest> tests, const std::vector<bool>& takesPart,
                              std::span<const std::string> tokens);

}  // namespace hw::model
