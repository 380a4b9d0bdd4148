// SPDX-License-Identifier: MIT
// Weights that were not computed are NaN, null, infinity or too large for float32 in the file. They are gaps, not
// zeros. The rules for every result computed from them are:
//
// 1. A weight that some heads lack is fused from the heads that have it.
// 2. A weight that all heads lack is missing in raw attention. In rollout, flow and relevance it counts as
//    0, and the rest of its row is divided by its sum as usual.
// 3. A query without any weight in a layer (often padding) has no results from that layer on. For others
//    it counts as a row of zeros, so it keeps what arrived there. If it lacks weights in every layer it is
//    excluded from the mean and the maximum over output tokens.
// 4. After a layer without any weight nothing is known, so all later results are missing.
// 5. For tokens combined into a word or a span, nothing is known where one of them has a gap, because the
//    others' numbers would pass for the whole word's. As a query the word is a gap in that layer, as a key
//    wherever one of its weights is. With a token that lacks weights in every layer (rule 3) the word is excluded
//    from the mean and the maximum. So the mean over words is that of the rows that a matrix of words shows.
//
// These rules do not affect files without missing weights.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/methods/method_stack.h"
#include "core/methods/output_choice.h"
#include "core/methods/token_groups.h"

namespace hw {

/// The text shown in place of such results.
inline constexpr LocalizedText nothingKnown = "The file has no weights for this."_tr;

class Gaps {
public:
    /// None.
    Gaps() = default;
    /// Cost O(values) of a part with missing weights, O(1) for all others.
    Gaps(const Example& example, Part part, Method method, const Settings& settings);

    bool any() const { return !layers_.empty(); }
    /// True if one number of a layer's result is unknown.
    bool isGap(int layer, int query, int key) const {
        if (!any()) return false;
        const Layer& of = layers_[layer];
        if (raw_) return of.cells[query * keys_ + key] != 0;
        return layer >= unknownFrom_ || of.rows[query] != 0;
    }
    /// Puts NaN wherever a layer's result, [queries][keys], is unknown. `queries` lists the queries of the rows, or all
    /// if empty.
    void markMatrix(std::span<float> values, int layer, std::span<const int> queries = {}) const;
    void markMatrix(std::span<double> values, int layer, std::span<const int> queries = {}) const;
    /// The same for one row, of the chosen outputs.
    void markRow(std::span<float> row, int layer, const OutputChoice& outputs) const;
    void markRow(std::span<double> row, int layer, const OutputChoice& outputs) const;
    /// For mean and maximum, the outputs without those that have no weights in any layer, and without the other tokens
    /// of the same word. All of them if nothing would be left.
    OutputChoice withoutSilent(OutputChoice outputs) const;
    /// The same where `words.tokens` are already indices of groups in `queries`.
    OutputChoice withoutSilent(OutputChoice words, const TokenGroups& queries) const;

private:
    struct Layer {
        std::vector<std::uint8_t> cells;  ///< [query][key], set if no head has the weight
        std::vector<std::uint8_t> rows;   ///< [query], set if it has no weights
    };
    void look(const AttentionTensor& tensor, int layer, std::span<const int> heads);
    bool isSilent(const AttentionTensor& tensor, int layer, std::span<const int> heads) const;
    template <class Number>
    void markRows(std::span<Number> values, int layer, std::span<const int> queries) const;
    template <class Number>
    void markOne(std::span<Number> row, int layer, const OutputChoice& outputs) const;

    bool raw_ = false;
    std::size_t keys_ = 0;
    std::size_t width_ = 0;      ///< of a result's row, the keys (of both sides for a flow across)
    std::vector<Layer> layers_;  ///< empty if nothing is missing
    std::vector<std::uint8_t> silent_;  ///< [query], set if it has no weights in any layer
    int unknownFrom_ = std::numeric_limits<int>::max();  ///< layer of rule 4
};

}  // namespace hw
