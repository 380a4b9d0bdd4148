// SPDX-License-Identifier: MIT
#include "core/tokens/align_tokens.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace hw {
namespace {

constexpr std::size_t mostSteps = std::size_t{1} << 20;

using Tokens = std::vector<std::string>;

/// A stretch of both texts that is not matched yet.
struct Gap {
    int before = 0;
    int after = 0;
    int beforeEnd = 0;
    int afterEnd = 0;
    int rows() const { return beforeEnd - before; }
    int cols() const { return afterEnd - after; }
};

/// Matches the equal tokens at both ends, and returns the gap between them.
Gap matchEnds(const Tokens& before, const Tokens& after, std::vector<int>& places) {
    Gap gap{0, 0, static_cast<int>(before.size()), static_cast<int>(after.size())};
    while (gap.rows() > 0 && gap.cols() > 0 && before[gap.before] == after[gap.after])
        places[gap.before++] = gap.after++;
    while (gap.rows() > 0 && gap.cols() > 0 && before[gap.beforeEnd - 1] == after[gap.afterEnd - 1])
        places[--gap.beforeEnd] = --gap.afterEnd;
    return gap;
}

void matchCommon(const Tokens& before, const Tokens& after, const Gap& gap,
                 std::vector<int>& places) {
    const std::size_t width = gap.cols() + 1;
    if (width * gap.rows() > mostSteps) return;
    // Length of the longest common subsequence of the rests after each pair of places.
    std::vector<std::uint16_t> longest(width * (gap.rows() + 1));
    for (int row = gap.rows() - 1; row >= 0; --row) {
        for (int col = gap.cols() - 1; col >= 0; --col) {
            const std::size_t at = row * width + col;
            const bool same = before[gap.before + row] == after[gap.after + col];
            longest[at] =
                same ? longest[at + width + 1] + 1 : std::max(longest[at + width], longest[at + 1]);
        }
    }
    for (int row = 0, col = 0; row < gap.rows() && col < gap.cols();) {
        const std::size_t at = row * width + col;
        if (before[gap.before + row] == after[gap.after + col]) {
            places[gap.before + row++] = gap.after + col++;
        } else {
            ++(longest[at + width] >= longest[at + 1] ? row : col);
        }
    }
}

/// Between two matched tokens with equally many tokens in both texts, each token replaced one.
void matchReplaced(const Gap& gap, std::vector<int>& places) {
    for (int row = gap.before, col = gap.after; row < gap.beforeEnd;) {
        int end = row;
        while (end < gap.beforeEnd && places[end] < 0) ++end;
        const int colEnd = end < gap.beforeEnd ? places[end] : gap.afterEnd;
        if (colEnd - col == end - row)
            while (row < end) places[row++] = col++;
        row = end + 1;
        col = colEnd + 1;
    }
}

}  // namespace

std::vector<int> alignTokens(const Tokens& before, const Tokens& after) {
    std::vector<int> places(before.size(), -1);
    const Gap gap = matchEnds(before, after, places);
    matchCommon(before, after, gap, places);
    matchReplaced(gap, places);
    return places;
}

std::vector<int> carriedTokens(const std::vector<int>& tokens, const std::vector<int>& places) {
    std::vector<int> carried;
    for (const int token : tokens) {
        const bool isKnown = token >= 0 && std::cmp_less(token, places.size());
        if (isKnown && places[token] >= 0) carried.push_back(places[token]);
    }
    return carried;
}

}  // namespace hw
