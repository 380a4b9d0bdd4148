// SPDX-License-Identifier: MIT
// The forward and backward pass of a small transformer, with the same bits on every machine: fixed orders of sums, no
// fused operations, no library functions (docs/train.md, "The same network for everybody").
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/train/shape.h"
#include "model/train/task.h"

namespace hw::train {

/// Attention that is set to 0: a head, or one edge of it.
struct Cut {
    int layer = 0;
    int head = -1;   ///< -1 for all heads
    int query = -1;  ///< -1 for all edges, else one
    int key = -1;
    bool renormalises =
        false;  ///< divides the rest of the row by its sum, as if the softmax had not seen the edge
    bool operator==(const Cut&) const = default;
};

/// What the network computes for one text.
struct Seen {
    int tokens = 0;
    /// attention[layer][head][query][key], tokens² numbers for each head. Cut edges are 0.
    std::vector<float> attention;
    std::vector<float> logits;  ///< [tokens][vocabulary]
};

struct Accuracy {
    int right =
        0;  ///< positions whose largest logit (the smaller token of equal ones) is the target
    int counted = 0;     ///< positions
    int wholeRight = 0;  ///< sequences with all positions right
    int sequences = 0;   ///< with counted positions

    double share() const { return counted == 0 ? 0 : static_cast<double>(right) / counted; }
    double wholeShare() const {
        return sequences == 0 ? 0 : static_cast<double>(wholeRight) / sequences;
    }
};

/// Computes with weights of one shape. Reuses its memory, so each thread needs its own.
class Network {
public:
    explicit Network(const Shape& shape);
    ~Network();
    Network(Network&&) noexcept;
    Network& operator=(Network&&) noexcept;

    const std::vector<Tensor>& tensors() const;
    std::size_t parameters() const;

    /// The mean of -log softmax(logits)[target] over all counted positions, and its gradient by all weights (same size
    /// and order). Sequences of which nothing counts are skipped. 0 and a gradient of 0 if no position counts. Not
    /// finite if the weights are too large. Requires ids below the vocabulary and at most shape.length tokens.
    double gradient(const Weights& weights, std::span<const Sequence> batch,
                    std::span<float> gradient);
    /// The same number without a gradient. About a third of the cost.
    double loss(const Weights& weights, std::span<const Sequence> batch);
    Accuracy accuracy(const Weights& weights, std::span<const Sequence> sequences,
                      std::span<const Cut> cuts = {});
    /// Requires ids below the vocabulary and at most shape.length of them.
    Seen see(const Weights& weights, std::span<const int> ids, std::span<const Cut> cuts = {});

private:
    struct EncoderStates;
    std::unique_ptr<EncoderStates> memory_;
};

}  // namespace hw::train
