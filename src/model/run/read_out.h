// SPDX-License-Identifier: MIT
// The head: from the last layer's stream to logits, or to the vector of a text, and back.
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

/// What one step of the head left behind, for the way back.
struct HeadStageRecord {
    std::vector<float> before;      ///< what the activation takes
    std::vector<float> beforeNorm;  ///< what the norm takes
    NormRecord norm;
};

/// The outputs of some texts, a row each; or of some positions of some texts.
struct ReadOut {
    int rows = 0;
    int width = 0;  ///< logits a row, or features of the vector of a text
    std::vector<float> values;

    std::vector<int> tokens;        ///< which rows of the stream were read
    std::vector<int> texts;         ///< of each token, which row of the outputs it belongs to
    std::vector<PoolRange> ranges;  ///< of each text, of heads that pool
    std::vector<float> stream;      ///< these rows, before the final norm
    NormRecord finalNorm;
    std::vector<int> largest;  ///< of Pool::max: for each feature, the token; else -1
    std::vector<HeadStageRecord> stages;
    std::vector<float> slopes;  ///< with a cap: d capped / d logit

    std::span<const float> row(int index) const {
        return std::span(values).subspan(std::size_t{1} * index * width, width);
    }
};

/// True if every position has outputs of its own.
bool isPerPosition(const Spec& spec);

/// The outputs. `stream` [T][D], `positions`: for each text one, or empty for all positions of all texts; heads that pool
/// take no positions. `outputs`: only these, such as the one logit that is asked for; empty: all. `edits`: those of the
/// run, one for each text or none; hidden tokens are not pooled. Cost: rows times the head's matrices.
ReadOut readOut(const Network& network, const Batch& batch, const std::vector<float>& stream,
                std::span<const int> positions, std::span<const int> outputs, Workspace& workspace,
                std::span<const Edits> edits = {});

/// The gradient of the stream [T][D] from that of the outputs, which were computed with `outputs` as given.
std::vector<float> readOutBackward(const Network& network, const Batch& batch,
                                   const ReadOut& record, std::span<const int> outputs,
                                   std::span<const float> gradient, Workspace& workspace);

/// How much each place of the last layer is read by the answer: 1 at the target's position (of a word of several tokens equal shares at each place), or what the pools read; [n],
/// sums to 1. Of the batch's first text.
std::vector<double> readAt(const Spec& spec, const Target& target, const Batch& batch);

}  // namespace hw::model
