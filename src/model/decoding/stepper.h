// SPDX-License-Identifier: MIT
// Runs a decoder one token at a time. Keys and values of earlier tokens are kept, so that a step costs one token's
// products.
#pragma once

#include <span>
#include <vector>

#include "model/network/network.h"
#include "model/run/pass.h"
#include "model/run/read_out.h"

namespace hw::model {

/// Several texts of the same length with the same memory. Supports decoders with cross-attention (Spec::hasCross) whose
/// positions are learned or T5's. Its numbers equal those of forward() except for the order of sums.
class Stepper {
public:
    /// Both have to outlive it. `memory` has one text. Cost: the memory's keys and values in every layer.
    Stepper(const Network& decoder, const EncoderStates& encoderStates);

    /// Each text reads its next token. The first call sets the number of texts. Returns the outputs after it,
    /// [texts][V]. Cost: O(texts * (parameters of the decoder + length * L D)).
    std::vector<float> step(std::span<const int> tokens);
    /// Text i continues text from[i].
    void reorder(std::span<const int> from);
    int length() const { return length_; }

private:
    /// Rows of all heads' keys and values for one layer.
    struct KvRows {
        std::vector<float> keys;
        std::vector<float> values;
    };
    std::vector<float> embedded(std::span<const int> tokens);
    void layer(int index, std::vector<float>& x);
    std::vector<float> selfAttention(int index, const std::vector<float>& x);
    std::vector<float> crossAttention(int index, const std::vector<float>& x);
    std::vector<float> mlp(const Block& block, const std::vector<float>& x);
    /// The heads' outputs of one query over rows of keys and values.
    void weigh(int index, const float* query, const KvRows& kept, int rows, bool isCross,
               float* out);
    std::vector<float> product(const Linear& linear, const float* x, int rows);

    const Network& network_;
    const Spec& spec_;
    int sources_;
    int length_ = 0;
    int texts_ = 0;
    std::vector<KvRows> cross_;             ///< for each layer
    std::vector<std::vector<KvRows>> own_;  ///< [layer][text]
    std::vector<float> scores_;
    NormRecord norm_;
    Workspace workspace_;
};

}  // namespace hw::model
