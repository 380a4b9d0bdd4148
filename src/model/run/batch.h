// SPDX-License-Identifier: MIT
// Several texts in one pass. Their tokens follow each other, so that one product with the weights covers all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/amount.h"
#include "model/network/head_spec.h"

namespace hw::model {

/// One text as input of the network, or one picture (sight/patch_rows.h). `types` is empty (all 0) or has as many
/// values as `ids`.
struct TextInput {
    std::vector<int> ids;
    std::vector<int> types = {};
    /// Rows of the table of positions; empty for the order of the tokens.
    std::vector<int> places = {};
    /// Tokens at the start that pooling skips (HeadSpec::skipsPrompt).
    int skipped = 0;
    /// For pictures, the table that `ids` index instead of the model's table of words, [V][E]. For texts, the vectors
    /// of image tokens, [n][E], whose ids are V and more.
    std::shared_ptr<const std::vector<float>> rows = {};
    int length() const { return static_cast<int>(ids.size()); }
};

/// The tokens of a text that pooling reads: the first, and the last.
struct PooledRange {
    int from = 0;
    int last = -1;  ///< -1 for the text's last
};

/// The offsets of each text's tokens and attention matrices.
class Batch {
public:
    Batch() = default;
    /// `head` decides which token its Pool::last reads.
    explicit Batch(const std::vector<TextInput>& texts, const HeadSpec& head = {}) {
        for (const TextInput& text : texts) add(text.length(), {text.skipped, lastOf(text, head)});
    }
    void add(int length, PooledRange pooled = {}) {
        pooled_.push_back({std::min(pooled.from, std::max(length - 1, 0)),
                           pooled.last < 0 ? length - 1 : pooled.last});
        starts_.push_back(starts_.back() + length);
        squares_.push_back((Amount(length) * length + squares_.back()).value());
    }
    int count() const { return static_cast<int>(starts_.size()) - 1; }
    int tokens() const { return starts_.back(); }
    int start(int text) const { return starts_[text]; }
    int length(int text) const { return starts_[text + 1] - starts_[text]; }
    /// The range after the skipped tokens, up to the last token that is not padding, counted in the text.
    PooledRange pooled(int text) const { return pooled_[text]; }
    /// The offset of a head's matrix in [text][head][query][key]. The batch's matrices have to fit in memory.
    std::size_t matrix(int text, int head, int heads) const {
        return static_cast<std::size_t>(squares_[text]) * static_cast<std::size_t>(heads) +
               std::size_t{1} * head * length(text) * length(text);
    }
    /// Numbers in all matrices of a layer, at most Amount::most.
    std::uint64_t matrices(int heads) const { return (Amount(squares_.back()) * heads).value(); }

private:
    /// As in the library: the last token that is not padding, or the first end; the first token if there is no end.
    static int lastOf(const TextInput& text, const HeadSpec& head) {
        if (text.ids.empty() || (head.padding < 0 && head.end == -1)) return -1;
        if (head.end != -1) {
            const auto found = head.end == HeadSpec::largestId
                                   ? std::ranges::max_element(text.ids)
                                   : std::ranges::find(text.ids, head.end);
            return found == text.ids.end() ? 0 : static_cast<int>(found - text.ids.begin());
        }
        int last = text.length() - 1;
        while (last > 0 && text.ids[last] == head.padding) --last;
        return last;
    }

    std::vector<PooledRange> pooled_;
    std::vector<int> starts_{0};
    std::vector<std::uint64_t> squares_{0};
};

/// An encoder's outputs, which decoders attend to.
struct EncoderStates {
    std::vector<float> rows;  ///< [S][D], texts one after the other
    Batch batch;              ///< one text for each of the decoder's
};

}  // namespace hw::model
