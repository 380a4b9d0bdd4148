// SPDX-License-Identifier: MIT
// Compares several tests of words: how far they agree, and where they differ.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/session/token_scores.h"

namespace hw::model {

/// One test of words, for all tokens.
struct WordTest {
    BlankName blank;
    /// By how much the question's value falls without each token, [n]; NaN if that has no meaning.
    std::vector<double> falls;
};

/// Spearman's rank correlation of two tests, over the included tokens that have both numbers.
struct WordAgreement {
    int first = 0;
    int second = 0;
    double correlation = 0;  ///< NaN for fewer than two tokens, or if all falls are equal
};
std::vector<WordAgreement> agreementOf(std::span<const WordTest> tests,
                                       const std::vector<bool>& takesPart);

/// A sentence with the token whose loss changes the value most, for each test if they differ. Empty if no token is
/// included.
std::string agreementSentence(std::span<const WordTest> tests, const std::vector<bool>& takesPart,
                              std::span<const std::string> tokens);

}  // namespace hw::model
