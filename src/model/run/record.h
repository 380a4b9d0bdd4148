// SPDX-License-Identifier: MIT
// Results of a pass in each layer, for the backward pass.
#pragma once

#include <cstddef>
#include <vector>

#include "model/network/network.h"
#include "model/run/batch.h"
#include "model/run/edits.h"

namespace hw::model {

/// A norm's results for each token.
struct NormRecord {
    std::vector<float> mean;
    std::vector<float> inverse;
};

/// y = norm(x), [tokens][width]; without a norm y = x. y may be x.
void applyNorm(const Norm& norm, const float* x, int tokens, int width, float* y,
               NormRecord& record);
/// dx from dy and the norm's input x. dx may be dy.
void applyNormBackward(const Norm& norm, const float* dy, const float* x, const NormRecord& record,
                       int tokens, int width, float* dx);

/// A weight that was set to 0 after the softmax, with its former value.
struct ZeroedWeight {
    std::size_t at = 0;  ///< index in AttentionRecord::weights
    float weight = 0;
};

struct AttentionRecord {
    std::vector<float> rawQuery;  ///< before their norm, if there is one; [T][H*d]
    std::vector<float> rawKey;
    NormRecord queryNorm;
    NormRecord keyNorm;
    std::vector<float> query;    ///< [T][H*d], normed and rotated
    std::vector<float> key;      ///< [T][G*d]
    std::vector<float> value;    ///< [T][G*d]
    std::vector<float> weights;  ///< [text][H][n][n]
    std::vector<float> slopes;   ///< the same, with Spec::scoreCap: d capped / d score
    std::vector<ZeroedWeight> zeroed;
    std::vector<float> headOutputs;  ///< [T][H*d], all heads' outputs concatenated
};

/// Cross-attention of one layer. Its keys and values are [S][G*d], its weights [text][H][queries][keys].
struct CrossRecord {
    std::vector<float> entering;
    std::vector<float> normed;  ///< input of the queries, unless that is `entering`
    NormRecord norm;
    AttentionRecord attention;
    std::vector<float> sum;  ///< before the norm (post-LN)
};

struct MlpRecord {
    std::vector<float> up;    ///< [T][F], before the activation
    std::vector<float> gate;  ///< the same, for gated MLPs
};

/// One layer. Streams and branches are [T][D].
struct LayerRecord {
    std::vector<float> entering;
    std::vector<float> normed;  ///< input of the attention, unless that is `entering`
    NormRecord attentionNorm;
    AttentionRecord attention;
    /// After the output projection, before the branch's norm (pre-LN).
    std::vector<float> attentionOut;
    NormRecord attentionBranchNorm;
    std::vector<float> middleSum;  ///< before the norm (post-LN)
    CrossRecord cross;             ///< for networks with Spec::hasCross
    std::vector<float> middle;     ///< the stream between attention and MLP, after cross-attention
    NormRecord mlpNorm;
    std::vector<float> mlpNormed;
    MlpRecord mlp;
    std::vector<float> mlpOut;  ///< pre-LN
    NormRecord mlpBranchNorm;
    std::vector<float> leavingSum;  ///< before the norm (post-LN)
    /// Layer 0 of networks with a convolution, before the activation.
    std::vector<float> convolved;
    std::vector<float> convolvedSum;  ///< before its norm
    NormRecord convolvedNorm;
    std::vector<float> leaving;  ///< empty once the next layer has taken it
};

/// A layer's attention weights in LayerRecord's layout, either those of its record, or those that the trace has taken
/// from it.
struct LayerWeights {
    const std::vector<float>& own;
    const std::vector<float>& cross;
};

/// From ids to x_0.
struct EmbeddingRecord {
    std::vector<float> summed;  ///< [T][E or D], before the norm
    NormRecord norm;
};

}  // namespace hw::model
