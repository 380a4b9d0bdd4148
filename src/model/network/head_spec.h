// SPDX-License-Identifier: MIT
// What stands behind the last layer, as data: which positions are read, and the steps from there to the outputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/kernel/activations.h"

namespace hw::model {

/// LayerNorm subtracts the mean, RMSNorm does not; a scale divides by nothing: DINOv2's factor of each feature.
enum class NormKind : std::uint8_t { layer, rms, scale };

/// What the last layer's stream is read out as.
enum class Task : std::uint8_t {
    embedding,      ///< one vector for the text
    maskedWord,     ///< logits of the vocabulary at every position
    nextWord,       ///< the same, of the word behind it
    classes,        ///< logits of classes for the text
    tokenClasses,   ///< logits of classes for every token
    discriminator,  ///< one logit for each token: has it been replaced? (ELECTRA)
};

/// Which positions are read out.
enum class Pool : std::uint8_t {
    every,
    first,
    second,  ///< the first, where it is alone
    last,
    mean,          ///< of the positions from HeadSpec::from on
    max,           ///< the same, largest value of each feature
    rootMean,      ///< the sum of the same divided by the root of their number
    weightedMean,  ///< of the same, where position i (from 0) weighs i + 1
};

/// What classes' logits become for people.
enum class ShareForm : std::uint8_t {
    usual,     ///< softmax; of a single logit the logistic function
    logistic,  ///< of each
    plain,     ///< the logit is the score
};

/// One step of a head, applied in this order; what has no name is left out.
struct StageSpec {
    std::string linear;
    bool hasBias = true;
    int rows = 0;  ///< outputs of `linear`
    Activation activation = Activation::none;
    std::string norm;
    NormKind kind = NormKind::layer;
    bool hasNormBias = true;
    float epsilon = 0;
    bool isUnit = false;  ///< what comes is divided by its length
};

/// From the last layer's stream to the outputs. Names are those of the file, in full.
struct HeadSpec {
    Task task = Task::embedding;
    Pool pool = Pool::every;
    std::vector<Pool> beside;  ///< pooled as well, side by side behind the first
    int from = 0;
    int end =
        -1;  ///< of Pool::last: the first of these tokens in place of the last token; largestId: of the largest number
    static constexpr int largestId = -2;
    int padding = -1;          ///< of Pool::last: the last token that is not this one; -1: any
    bool skipsPrompt = false;  ///< no pooling reads the tokens of a prompt (TextInput::skipped)
    bool isSentence = false;   ///< of sentence-transformers
    bool isUnit = false;       ///< which divides the vector by its length in the end
    std::vector<StageSpec> stages;
    std::string out;      ///< without ".weight"; empty: what the stages give is the output
    std::string outBias;  ///< in full; empty: none
    std::string
        second;  ///< DeiT: half of the output is this matrix on the second token, half `out` on the first
    int outputs = 0;                  ///< 0: as many as the file has
    bool mayBeTied = false;           ///< `out` may be missing: the embeddings then
    float scale = 1;                  ///< before `out`
    float cap = 0;                    ///< logits become cap * tanh(logits / cap); 0: they do not
    std::vector<std::string> labels;  ///< names of classes, or empty
    ShareForm share = ShareForm::usual;
};

}  // namespace hw::model
