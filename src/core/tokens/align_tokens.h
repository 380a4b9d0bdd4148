// SPDX-License-Identifier: MIT
// Which token of a text is which of the text that came before it, a word or a letter ago.
#pragma once

#include <string>
#include <vector>

namespace hw {

/// For each token of `before` the one of `after` that it has become, or -1; ascending. Equal tokens in the same order
/// belong together, as many as can (a longest common subsequence); of what lies between two such, equally many on either
/// side were replaced one by one. O(n) where the texts differ in one place by a few tokens, at most about 10^6 steps:
/// beyond that only what is alike at both ends is matched.
std::vector<int> alignTokens(const std::vector<std::string>& before,
                             const std::vector<std::string>& after);

/// The tokens' places in the other text, ascending and each once; those that are gone are left out.
std::vector<int> carriedTokens(const std::vector<int>& tokens, const std::vector<int>& places);

}  // namespace hw
