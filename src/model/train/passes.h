// SPDX-License-Identifier: MIT
// The passes of one batch, with their intermediate results. Only for the files of this folder.
// Rows of a batch have equal length; `tokens` is rows · length. Matrices are row-major, [tokens][...].
#pragma once

#include <span>
#include <vector>

#include "model/train/layout.h"
#include "model/train/network.h"
#include "model/train/products.h"

namespace hw::train {

using Floats = std::vector<float>;

/// x̂ and the factor of each row.
struct NormMemory {
    Floats hat;
    Floats scale;
    Floats out;
};

struct LayerMemory {
    NormMemory first;
    Floats qkv;  ///< [tokens][3 · width], rotated
    Floats
        weights;  ///< [row][head][query][key], keys padded to fours, 0 after the query within its four rows
    Floats gathered;
    NormMemory second;
    Floats up;
    Floats gate;  ///< the sigmoid
    Floats active;
};

/// A position whose output is read, and its target (-1 for none).
struct Output {
    int token = 0;
    int target = -1;
};

struct Passes {
    explicit Passes(const Shape& shape);

    /// Uses these weights from now on. They must outlive the passes. O(parameters).
    void take(const Weights& weights);
    /// Runs the ids, `rows` · `length` of them, up to the last norm of `outputs`.
    void forward(std::span<const Cut> cuts);
    /// Logits of `outputs`, [output][paddedVocabulary].
    void readOut();
    /// Replaces logits by their gradients, and returns the mean loss over all outputs.
    double lossGradients();
    /// The gradient of the loss by all weights, after lossGradients().
    void backward(std::span<float> gradient);

    int tokens() const { return rows * length; }
    int keyStep() const { return inFours(length); }
    const float* headWeights(int layer, int row, int head) const;

    Shape shape;
    Layout layout;
    int paddedVocabulary = 0;
    int rows = 0;
    int length = 0;
    std::vector<int> ids;
    std::vector<Output> outputs;

    const float* weights = nullptr;
    Floats turned;               ///< the matrices of linear layers, transposed, at the same offsets
    Floats turnedHead;           ///< [width][paddedVocabulary]
    std::vector<Turn> rotation;  ///< [length][headWidth / 2]

    Floats stream;
    std::vector<LayerMemory> layers;
    Floats read;      ///< [output][width] of the stream
    NormMemory last;  ///< of `read`
    Floats logits;

private:
    void embed();
    void attend(int layer, std::span<const Cut> cuts);
    void attendHead(LayerMemory& memory, int row, int head);
    void activate(LayerMemory& memory) const;
    void attendHeadBackward(const LayerMemory& memory, int row, int head);
    void rotate(float* qkv, float direction) const;
    void normForward(NormMemory& memory, const Norm& norm, const Floats& in, int count) const;
    void normBackward(const NormMemory& memory, const Norm& norm, const Floats& change, float* into,
                      int count, std::span<float> gradient) const;
    void linearForward(Floats& to, const Floats& from, const Linear& linear, int count) const;
    void linearBackward(Floats& to, const Floats& change, const Floats& from, const Linear& linear,
                        int count, std::span<float> gradient) const;
    void activateBackward(const LayerMemory& memory);
    void attentionBackward(int layer, std::span<float> gradient);
    void mlpBackward(int layer, std::span<float> gradient);
    void embedBackward(std::span<float> gradient);

    Floats branch_;
    Floats turnedKeys_;    ///< [headWidth][keyStep] of one head, also for values
    Floats streamChange_;  ///< the gradient by the stream
    Floats change_;        ///< gradients by what a branch computes
    Floats innerChange_;
    Floats qkvChange_;
    Floats scoreChange_;  ///< [query][keyStep] of one head
};

}  // namespace hw::train
