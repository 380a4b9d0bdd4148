// SPDX-License-Identifier: MIT
// Matches the tokens of a text with those of its previous version, before an edit of a word or a letter.
#pragma once

#include <string>
#include <vector>

namespace hw {

/// For each token of `before` its token in `after`, or -1, in ascending order. Equal tokens in the same order match, as
/// many as possible (a longest common subsequence). Between two of them, equally many tokens on either side were
/// replaced one by one. O(n) where the texts differ in one place by a few tokens, at most about 10^6 steps. Beyond that
/// only the equal tokens at both ends are matched.
std::vector<int> alignTokens(const std::vector<std::string>& before,
                             const std::vector<std::string>& after);

/// The tokens' places in the other text, ascending and each once, without deleted tokens.
std::vector<int> carriedTokens(const std::vector<int>& tokens, const std::vector<int>& places);

}  // namespace hw
