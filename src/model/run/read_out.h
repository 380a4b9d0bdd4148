// SPDX-License-Identifier: MIT
// The head, from the last layer's stream to logits, or to the vector of a text, and back.
#pragma once

#include <span>
#include <vector>

#include "model/kernel/workspace.h"
#include "model/network/network.h"
#include "model/run/batch.h"
#include "model/run/edits.h"
#include "model/run/pools.h"
#include "model/run/record.h"
#include "model/run/target.h"

namespace hw::model {

/// Results of one step of the head, for the backward pass.
struct HeadStageRecord {
    std::vector<float> before;      ///< input of the activation
    std::vector<float> beforeNorm;  ///< input of the norm
    NormRecord norm;
};

/// The outputs of some texts, one row each, or of some positions of some texts.
struct ReadOut {
    int rows = 0;
    int width = 0;  ///< logits per row, or features of the vector of a text
    std::vector<float> values;

    std::vector<int> tokens;        ///< the rows of the stream that were read
    std::vector<int> texts;         ///< for each token, its row of the outputs
    std::vector<PoolRange> ranges;  ///< for each text, if the head pools
    std::vector<float> stream;      ///< these rows, before the final norm
    NormRecord finalNorm;
    std::vector<int> largest;  ///< for Pool::max: for each feature, the token; else -1
    AttentionPoolRecord pool;  ///< for Pool::attention
    std::vector<HeadStageRecord> stages;
    std::vector<float> slopes;  ///< with a cap: d capped / d logit

    std::span<const float> row(int index) const {
        return std::span(values).subspan(std::size_t{1} * index * width, width);
    }
};

/// True if every position has its own outputs.
bool isPerPosition(const Spec& spec);

/// Computes the outputs from `stream` [T][D]. `positions` has one position per text, or is empty for all positions of
/// all texts; heads that pool take none. `outputs` limits the outputs, for example to one logit; empty for all. `edits`
/// are those of the run, one per text, or none; hidden tokens are not pooled. Cost: rows times the head's matrices.
ReadOut readOut(const Network& network, const Batch& batch, const std::vector<float>& stream,
                std::span<const int> positions, std::span<const int> outputs, Workspace& workspace,
                std::span<const Edits> edits = {});

/// The gradient of the stream [T][D] from that of the outputs. `outputs` has to be the same as in readOut.
/// `poolWeights`, unless null, gets that of the weights of Pool::attention.
std::vector<float> readOutBackward(const Network& network, const Batch& batch,
                                   const ReadOut& record, std::span<const int> outputs,
                                   std::span<const float> gradient, Workspace& workspace,
                                   std::vector<float>* poolWeights = nullptr);

/// How much the answer reads each token of the last layer, for the batch's first text; [n], sums to 1. It is 1 at the
/// target's position (for a word of several tokens equal shares at each position), or the shares of the pools.
std::vector<double> readAt(const Spec& spec, const Target& target, const Batch& batch);

}  // namespace hw::model
