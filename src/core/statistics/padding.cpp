// SPDX-License-Identifier: MIT
#include "core/statistics/padding.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

enum class RowKind { equal, nothing, other };

RowKind kindOf(std::span<const float> row) {
    const bool nothing =
        std::ranges::all_of(row, [](float v) { return v == 0.0F || std::isnan(v); });
    if (nothing) return RowKind::nothing;
    const auto [least, most] = std::ranges::minmax(row);
    // float16 rounds 1/n alike everywhere. Sums over masked scores differ by rounding at most.
    const bool equal = std::isfinite(least) && least > 0.0F && most - least <= most * 1e-3F;
    return equal ? RowKind::equal : RowKind::other;
}

/// Calls `each` with every matrix until it returns false. O(values).
template <class Each>
void everyMatrix(const AttentionTensor& attentions, Each each) {
    std::vector<float> room;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        for (int head = 0; head < attentions.heads; ++head) {
            if (!each(attentions.matrix(layer, head, room))) return;
        }
    }
}

}  // namespace

std::vector<int> paddingTokens(const AttentionTensor& attentions) {
    const int n = attentions.keys;
    if (n < 3 || attentions.queries != n || attentions.isUniform || attentions.empty()) return {};
    std::vector<int> equal(n, 1);
    std::vector<int> nothing(n, 1);
    everyMatrix(attentions, [&](const MatrixView& matrix) {
        bool any = false;
        for (int token = 0; token < n; ++token) {
            if (equal[token] + nothing[token] == 0) continue;
            const RowKind kind = kindOf(matrix.row(token));
            if (kind != RowKind::equal) equal[token] = 0;
            if (kind != RowKind::nothing) nothing[token] = 0;
            any = any || equal[token] + nothing[token] > 0;
        }
        return any;
    });
    std::vector<bool> isPadding(n);
    bool front = true;
    for (int token = 0; token < n; ++token) {
        front = front && equal[token] + nothing[token] > 0;
        isPadding[token] = front;
    }
    // A token that a real token attends to is also real.
    for (bool changed = true; changed && std::ranges::count(isPadding, true) > 0;) {
        changed = false;
        everyMatrix(attentions, [&](const MatrixView& matrix) {
            for (int query = 0; query < n; ++query) {
                if (isPadding[query]) continue;
                const auto row = matrix.row(query);
                for (int key = 0; key < n; ++key) {
                    if (!isPadding[key] || row[key] == 0.0F || std::isnan(row[key])) continue;
                    isPadding[key] = false;
                    changed = true;
                }
            }
            return true;
        });
    }
    std::vector<int> padding;
    for (int token = 0; token < n; ++token) {
        if (isPadding[token]) padding.push_back(token);
    }
    if (static_cast<int>(padding.size()) == n) padding.clear();
    return padding;
}

}  // namespace hw
