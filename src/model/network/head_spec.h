// SPDX-License-Identifier: MIT
// The head after the last layer, as data: which positions are read, and the steps from there to the outputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/kernel/activations.h"

namespace hw::model {

/// LayerNorm subtracts the mean, RMSNorm does not. `scale` does not divide; it is DINOv2's factor for each feature.
enum class NormKind : std::uint8_t { layer, rms, scale };

/// The kind of output.
enum class Task : std::uint8_t {
    embedding,      ///< one vector for the text
    maskedWord,     ///< logits of the vocabulary at every position
    nextWord,       ///< the same, for the next word
    classes,        ///< logits of classes for the text
    tokenClasses,   ///< logits of classes for every token
    discriminator,  ///< one logit for each token, whether it was replaced (ELECTRA)
};

/// The positions that are read.
enum class Pool : std::uint8_t {
    every,
    first,
    second,  ///< the second, or the first of only one
    last,
    mean,          ///< mean of the positions from HeadSpec::from on
    max,           ///< largest value of each feature at these positions
    rootMean,      ///< sum over these positions, divided by the root of their number
    weightedMean,  ///< mean of these positions, where position i (from 0) has weight i + 1
    attention,     ///< a learned query attends to all positions (SigLIP; run/pools.h)
};

/// How logits of classes are shown.
enum class ShareForm : std::uint8_t {
    usual,     ///< softmax; for a single logit the logistic function
    logistic,  ///< for each logit
    plain,     ///< the logit is the score
};

/// One step of a head. Parts are applied in this order, without those that have no name.
struct StageSpec {
    std::string linear;
    bool hasBias = true;
    int rows = 0;  ///< outputs of `linear`
    Activation activation = Activation::none;
    std::string norm;
    NormKind kind = NormKind::layer;
    bool hasNormBias = true;
    float epsilon = 0;
    bool isUnit = false;  ///< divides the input by its length
};

/// From the last layer's stream to the outputs. Names are complete, as in the file.
struct HeadSpec {
    Task task = Task::embedding;
    Pool pool = Pool::every;
    /// The connector of a tower of pictures: the positions whose normed rows are concatenated to one row, as many in
    /// each. Pool::every then has one row for each.
    std::vector<std::vector<int>> groups;
    std::vector<Pool> beside;  ///< more pools, concatenated after the first
    int from = 0;
    /// For Pool::last: the first of these tokens replaces the last token; largestId for the largest id.
    int end = -1;
    static constexpr int largestId = -2;
    /// For Pool::last: take the last token other than this one; -1 for any.
    int padding = -1;
    bool skipsPrompt = false;  ///< pooling skips the tokens of a prompt (TextInput::skipped)
    bool isSentence = false;   ///< the head of sentence-transformers
    bool isUnit = false;       ///< which normalises the vector to length 1 at the end
    std::vector<StageSpec> stages;
    std::string out;      ///< without ".weight"; empty if the stages give the output
    std::string outBias;  ///< complete; empty for none
    /// DeiT: half of the output is this matrix on the second token, half `out` on the first.
    std::string second;
    int outputs = 0;                  ///< 0 for the number in the file
    bool mayBeTied = false;           ///< if `out` is missing, use the embeddings
    float scale = 1;                  ///< before `out`
    float cap = 0;                    ///< logits become cap * tanh(logits / cap), unless it is 0
    std::vector<std::string> labels;  ///< names of classes, or empty
    ShareForm share = ShareForm::usual;
};

}  // namespace hw::model
