// SPDX-License-Identifier: MIT
// A model with its weights in memory, as stored. model/run computes with it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/spec.h"
#include "model/network/stop.h"
#include "model/weights/weight.h"

namespace hw::model {

/// y = W x + b. Has no rows if it does not exist.
struct Linear {
    Weight weight;
    std::vector<float> bias;
    bool empty() const { return weight.empty(); }
    const float* biasOrNull() const { return bias.empty() ? nullptr : bias.data(); }
};

/// Has no weights if it does not exist; then y = x.
struct Norm {
    NormKind kind = NormKind::layer;
    float epsilon = 0;
    std::vector<float> weight;  ///< the factor of x, with Spec::normOffset added
    std::vector<float> bias;    ///< or empty
    bool empty() const { return weight.empty(); }
};

/// One block's weights. Query rows are [H*d][D], one head after the other, those of keys and values [G*d][D], the
/// output is [D][H*d].
struct Block {
    Norm attentionNorm;
    Norm attentionBranchNorm;
    Norm mlpNorm;
    Norm mlpBranchNorm;
    Norm queryNorm;  ///< over one head's width
    Norm keyNorm;
    std::vector<float> gridBias;  ///< [gridRows][H], or empty
    Linear query;
    Linear key;
    Linear value;
    Linear output;
    Linear distanceKey;  ///< for Network::distances, or empty
    Linear distanceQuery;
    Norm crossNorm;
    Linear crossQuery;  ///< for the decoder's stream; keys and values read the encoder's outputs
    Linear crossKey;
    Linear crossValue;
    Linear crossOutput;
    Linear gate;
    Linear up;
    Linear down;
};

struct HeadStage {
    Linear linear;
    Activation activation = Activation::none;
    Norm norm;
};

/// The pooling of Pool::attention (Zhai et al. 2023, SigLIP). One query, the same for all pictures, attends to all rows
/// of the final norm, o = output(heads), and the result is o + down(activation(up(norm(o)))).
struct AttentionPool {
    std::vector<float> query;  ///< [D], the probe times its matrix, with bias
    Linear key;
    Linear value;
    Linear output;
    Norm norm;
    Linear up;
    Linear down;
};

struct Head {
    AttentionPool pool;  ///< empty unless Pool::attention
    std::vector<HeadStage> stages;
    Linear out;
};

struct Network {
    Spec spec;
    Weight embeddings;             ///< [V][E]; for pictures [E][3 * patch * patch]
    std::vector<float> patchBias;  ///< [E], or empty
    std::vector<float> leading;    ///< for pictures, [tokens before the patches][E]
    std::vector<float> positions;  ///< [positions][E or D]; empty for Spec::hasSinusoids
    std::vector<float> types;      ///< [types][E]
    Norm embeddingNorm;
    Linear projection;  ///< [D][E], if E differs from D
    std::vector<std::shared_ptr<const Block>> blocks;
    std::vector<float> buckets;    ///< [bucketCount][H]
    std::vector<float> distances;  ///< [2 span][D], after their norm
    Linear convolution;            ///< [D][D * tokens], each feature's tokens contiguous
    Linear soundConvolution;       ///< the second one of an encoder of sound, [D][D * 3]
    Norm convolutionNorm;
    Norm finalNorm;
    Head head;
    Linear contacts;                  ///< [1][L*H], all heads of layer 0 first; or empty
    std::vector<std::string> unused;  ///< unused tensors of the file

    const Block& block(int layer) const { return *blocks[spec.layers[layer].block]; }
    int outputs() const { return head.out.empty() ? 0 : head.out.weight.rows(); }
    std::uint64_t parameters = 0;  ///< numbers in the tensors that are used
    std::uint64_t bytes = 0;       ///< memory for them
};

/// Adds the row of a position to `to`, from the table or computed (Spec::hasSinusoids). The angle of pair i is a =
/// position / 10000^(2i/width). sin a is in the first half of a row and cos a in the second (MarianMT; Vaswani et al.
/// 2017 interleave them). Odd widths have one more sine. Cost: O(width).
void addPosition(const Network& network, int position, int width, float* to);

/// Loads the weights that the Spec names, one tensor after the other. Errors: the name of the tensor that is missing,
/// has another shape than the configuration ("expected [768, 768], found [384, 384]"), a number that is not finite, or
/// an unsupported type; cancelled. Cost: the file's bytes.
Result<Network> loadNetwork(const ModelFiles& files, Spec spec, const Progress& progress = {},
                            const Stop& stop = {});

}  // namespace hw::model
