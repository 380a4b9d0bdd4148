// SPDX-License-Identifier: MIT
// Several texts in one pass: their tokens lie one behind the other, so that products with weights take them all at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/amount.h"

namespace hw::model {

/// One text as the network takes it, or one picture (session/picture_rows.h). `types` is empty (all 0) or has as many values as `ids`.
struct TextInput {
    std::vector<int> ids;
    std::vector<int> types = {};
    std::vector<int> places = {};  ///< rows of the table of positions; empty: as the tokens come
    /// What `ids` count instead of the model's table of words, [V][E].
    std::shared_ptr<const std::vector<float>> rows = {};
    int length() const { return static_cast<int>(ids.size()); }
};

/// Where each text's tokens and attention matrices lie.
class Batch {
public:
    Batch() = default;
    explicit Batch(const std::vector<TextInput>& texts) {
        for (const TextInput& text : texts) add(text.length());
    }
    void add(int length) {
        starts_.push_back(starts_.back() + length);
        squares_.push_back((Amount(length) * length + squares_.back()).value());
    }
    int count() const { return static_cast<int>(starts_.size()) - 1; }
    int tokens() const { return starts_.back(); }
    int start(int text) const { return starts_[text]; }
    int length(int text) const { return starts_[text + 1] - starts_[text]; }
    /// Where a head's matrix begins among [text][head][query][key], of a batch whose matrices fit memory.
    std::size_t matrix(int text, int head, int heads) const {
        return static_cast<std::size_t>(squares_[text]) * static_cast<std::size_t>(heads) +
               std::size_t{1} * head * length(text) * length(text);
    }
    /// Numbers in all matrices of a layer; Amount::most where they are more.
    std::uint64_t matrices(int heads) const { return (Amount(squares_.back()) * heads).value(); }

private:
    std::vector<int> starts_{0};
    std::vector<std::uint64_t> squares_{0};
};

/// What decoders look at: an encoder's outputs.
struct Memory {
    std::vector<float> rows;  ///< [S][D], texts one behind the other
    Batch batch;              ///< one text for each of the decoder's
};

}  // namespace hw::model
