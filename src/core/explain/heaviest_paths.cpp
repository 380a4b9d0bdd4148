// SPDX-License-Identifier: MIT
#include "core/explain/heaviest_paths.h"

#include <algorithm>
#include <cstddef>

namespace hw {
namespace {

/// The best path through one token of the level below that has not been taken yet.
struct Next {
    double value = 0.0;
    int below = 0;
    int rank = 0;
};

/// For a heap whose top is the heaviest. Equal ones come in the order of their tokens.
bool isLater(const Next& a, const Next& b) {
    if (a.value != b.value) return a.value < b.value;
    return a.below != b.below ? a.below > b.below : a.rank > b.rank;
}

}  // namespace

HeaviestPaths::HeaviestPaths(int keys, int key, int most) : most_(std::max(most, 0)) {
    Level level(keys);
    level[key].push_back({1.0, -1, 0});
    levels_.push_back(std::move(level));
}

void HeaviestPaths::climb(std::span<const double> matrix, int rows, int row) {
    const Level& below = levels_.back();
    const auto cols = std::ssize(below);
    Level level(rows);
    std::vector<Next> heap;
    for (int query = std::max(row, 0); query < (row < 0 ? rows : row + 1); ++query) {
        const std::span<const double> weights = matrix.subspan(query * cols, cols);
        heap.clear();
        for (int token = 0; token < cols; ++token) {
            if (weights[token] != 0.0 && !below[token].empty())
                heap.push_back({weights[token] * below[token].front().value, token, 0});
        }
        std::ranges::make_heap(heap, isLater);
        while (!heap.empty() && std::ssize(level[query]) < most_) {
            std::ranges::pop_heap(heap, isLater);
            Next best = heap.back();
            heap.pop_back();
            level[query].push_back({best.value, best.below, best.rank});
            if (++best.rank == std::ssize(below[best.below])) continue;
            best.value = weights[best.below] * below[best.below][best.rank].value;
            heap.push_back(best);
            std::ranges::push_heap(heap, isLater);
        }
    }
    levels_.push_back(std::move(level));
}

std::vector<FlowPath> HeaviestPaths::from(int query) const {
    std::vector<FlowPath> paths;
    for (const PathStep& way : levels_.back()[query]) {
        FlowPath path{way.value, {query}};
        PathStep at = way;
        for (auto level = std::ssize(levels_) - 2; level >= 0; --level) {
            path.tokens.push_back(at.below);
            at = levels_[level][at.below][at.rank];
        }
        paths.push_back(std::move(path));
    }
    return paths;
}

}  // namespace hw
