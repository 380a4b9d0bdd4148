// SPDX-License-Identifier: MIT
// The shared data of a pass's layers, and one layer forward and back.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "model/kernel/softmax.h"
#include "model/kernel/workspace.h"
#include "model/run/kv_cache.h"
#include "model/run/record.h"

namespace hw::model {

/// Sines and cosines of one Rotary, [position][width / 2].
struct Rotation {
    int half = 0;
    std::vector<float> cosines;
    std::vector<float> sines;
};

/// The factor of a text's rows: Spec::embeddingScale, and with Spec::droppedWord that of ESM's token dropout,
/// (1 - 0.12) / (1 - the share of dropped words), which is 0.88 without any (Lin et al. 2023; transformers 5.24).
float wordFactor(const Spec& spec, const TextInput& text);
/// The rows of a text's words before positions are added, [n][E], with this factor. Cost: O(n E).
void wordRows(const Network& network, const TextInput& text, float* rows);

/// A layer of one text without changes.
struct BaseLayer {
    const std::vector<float>& entering;
    const AttentionRecord& attention;  ///< with queries, keys, values and the heads' outputs
    const std::vector<float>& leaving;
};

/// Gradients of one layer's queries [T][H*d], keys and values [T][G*d], before their norms and rotation.
struct HeadGradients {
    std::vector<float> query;
    std::vector<float> key;
    std::vector<float> value;
};

/// Gradients of cross-attention.
struct CrossGradients {
    std::vector<float> weights;        ///< for one layer, [text][H][queries][keys]
    std::vector<float> encoderStates;  ///< for all layers so far, as EncoderStates::rows
};

class Pass {
public:
    /// `changes` has one element per text, or none. `memory`, for a network with Spec::hasCross, has as many texts. All
    /// have to outlive the pass.
    Pass(const Network& model, const Batch& texts, std::span<const Edits> changes,
         const EncoderStates* encoderStates = nullptr);
    /// A pass of the tokens that follow `cache`, one text without changes. Requires canDecodeIncrementally(). Their keys and values are
    /// added to `cache`, and records contain weights [H][tokens][past and tokens]. There is no backward pass.
    Pass(const Network& model, const Batch& text, KvCache& cache);

    const Network& network;
    const Spec& spec;
    const Batch& batch;
    std::span<const Edits> edits;
    const EncoderStates* encoderStates = nullptr;
    Workspace workspace;

    /// Computes x_0, [T][D]. Cost: O(T (E + D E)).
    void embed(const std::vector<TextInput>& texts, EmbeddingRecord& record,
               std::vector<float>& stream);
    /// Gradient of the text's embeddings [T][E], which include wordFactor(), from that of x_0.
    void embedBackward(const EmbeddingRecord& record, const std::vector<float>& gradient,
                       std::vector<float>& embeddings);

    /// Computes record.leaving from record.entering.
    void layer(int index, LayerRecord& record);
    /// The same, for texts that are all equal, without cross-attention, and with the same numbers. Tokens whose input
    /// equals that of `base`, a run without changes, copy its results. The record then has only weights, `entering` and
    /// `leaving`.
    void layerFromBase(int index, const BaseLayer& base, LayerRecord& record);
    /// Changes the gradient of `leaving` to that of `entering`, in place. `kept` has the layer's weights. `weights`
    /// gets the gradient of each attention weight, in LayerRecord's layout, and `joined` that of the heads' outputs
    /// unless it is null. `cross` gets the gradient of the cross-attention weights, and adds to the gradient of
    /// `memory`. It is never null for a network with Spec::hasCross.
    void layerBackward(int index, const LayerRecord& record, const LayerWeights& kept,
                       std::vector<float>& gradient, std::vector<float>& weights,
                       std::vector<float>* headOutputs, CrossGradients* cross = nullptr);

    // The parts of a layer, for callers that compute the input of each head (model/circuit).

    /// From now on the parts below have a key and a value for each query head, so G = H in records and gradients.
    void separateKeys() { keyHeads_ = spec.heads; }
    void sizeAttention(AttentionRecord& record) const;
    /// Rotates queries or keys [T][heads * d], if the layer does; direction -1 undoes it.
    void rotate(int index, int heads, std::vector<float>& rows, float direction) const;
    /// From queries, keys and values before their norms and rotation to the weights and the heads' outputs.
    void attend(int index, AttentionRecord& record);
    /// Its gradients from that of the heads' outputs, `heads`. `kept` are the record's weights, `weights` gets their
    /// gradient.
    void attendBackward(int index, const AttentionRecord& record, const std::vector<float>& kept,
                        const std::vector<float>& heads, std::vector<float>& weights,
                        HeadGradients& made);
    void mlp(const Block& block, const float* x, int tokens, MlpRecord& record,
             std::vector<float>& out);
    /// Changes the gradient of its output to that of its input, in place.
    void mlpBackward(const Block& block, const MlpRecord& record, std::vector<float>& gradient);

    /// Applies the patches of x_index.
    void patchStream(int index, std::vector<float>& stream) const;
    void patchStreamBackward(int index, std::vector<float>& gradient) const;

private:
    const float* attentionInput(const Block& block, int tokens, LayerRecord& record);
    std::vector<float>& attentionOut(LayerRecord& record) const;
    void behindAttention(int index, int tokens, LayerRecord& record);
    void behindPost(int index, int tokens, LayerRecord& record);
    /// Queries, keys and values of some tokens, before rotation.
    void project(int index, const float* x, int tokens, AttentionRecord& record);
    void normQueriesAndKeys(const Block& block, int tokens, AttentionRecord& record);
    void rotateAndWeigh(int index, AttentionRecord& record);
    void weighAll(int index, AttentionRecord& record);
    void projectOthers(int index, const BaseLayer& base, const std::vector<int>& tokens,
                       const LayerRecord& record, AttentionRecord& made);
    void leaveOthers(int index, const std::vector<int>& tokens, const std::vector<float>& kept,
                     LayerRecord& record);
    const Edits* editsOf(int text) const { return edits.empty() ? nullptr : &edits[text]; }
    void attention(int index, const float* x, AttentionRecord& record, std::vector<float>& out);
    void attentionBackward(int index, const AttentionRecord& record, const std::vector<float>& kept,
                           const std::vector<float>& gradient, std::vector<float>& weights,
                           std::vector<float>* headOutputs, std::vector<float>& dx);
    void weigh(int index, int text, int head, AttentionRecord& record);
    void weighBackward(std::size_t at, int queries, int keys, const AttentionRecord& record,
                       const std::vector<float>& kept, const std::vector<float>& weights,
                       std::vector<float>& scores);
    void weighWithCache(int index, AttentionRecord& record);
    /// The cross-attention between attention and MLP. Reads and writes record.middle.
    void cross(int index, LayerRecord& record);
    void crossAttention(int index, const float* x, AttentionRecord& record,
                        std::vector<float>& out);
    void weighCross(int index, int text, int head, AttentionRecord& record);
    /// Changes the gradient of record.middle after cross-attention to that before it, in place.
    void crossBackward(int index, const LayerRecord& record, const std::vector<float>& kept,
                       std::vector<float>& gradient, CrossGradients& made);
    std::size_t crossMatrix(int text, int head) const;
    const float* scoreBias(int index, int text, int head, const AttentionRecord& record);
    /// Keys and queries of all distances in the longest text, if the network has Spec::distances.
    void projectDistances(int index);
    void addDistances(int index, int text, int head, const AttentionRecord& record);
    /// Adds the part of the queries' and keys' gradients that comes through distances.
    void distancesBackward(int index, int text, int head, const std::vector<float>& scores,
                           std::vector<float>& query, std::vector<float>& key);
    /// x_1 of networks with a convolution, from the output of layer 0.
    void convolve(LayerRecord& record);
    /// Changes the gradient of x_1 to that of the output of layer 0, in place. Returns the gradient of x_0 through the
    /// convolution.
    std::vector<float> convolveBackward(const LayerRecord& record, std::vector<float>& gradient);
    void blockBackward(int index, const LayerRecord& record, const LayerWeights& kept,
                       std::vector<float>& gradient, std::vector<float>& weights,
                       std::vector<float>* headOutputs, CrossGradients* cross);
    void cutHeads(int index, std::vector<float>& headOutputs) const;
    void patchHeads(int index, std::vector<float>& headOutputs, bool isGradient) const;
    void rotateRow(const Rotation& rotation, int position, int heads, float* row,
                   float direction) const;
    void dropResiduals(int index, std::vector<float>& kept) const;
    std::span<const KeyRange> visible(int index, int length);

    int keyHeads_;
    KvCache* cache_ = nullptr;
    std::vector<EdgesByHead> edges_, crossEdges_;  ///< for each text; empty without changes
    /// For the layer's kind and a text of this length.
    const Rotation& rotationFor(int kind, int length) const;
    /// From the first token of the pass on, [kind][shorter texts, longer ones].
    std::vector<std::array<Rotation, 2>> rotations_;
    std::vector<float> bias_;
    std::vector<float> distanceKeys_;  ///< for one layer, [distances][H*d], from firstDistance_ on
    std::vector<float> distanceQueries_;
    int firstDistance_ = 0;
    std::vector<float> byDistance_;  ///< [tokens][distances]
    int longest_ = 0;                ///< length of the longest text
    /// Row of query - key, from 1 - longest_ on, in the table of Spec::bucketCount or Spec::distances.
    std::vector<int> distanceRows_;
    int rowOf(int query, int key) const { return distanceRows_[query - key + longest_ - 1]; }
    std::vector<KeyRange> visible_;
    std::vector<std::size_t> rectangles_;  ///< total of queries times keys of the texts before each
    std::vector<float> room_;
    std::vector<float> inner_;
};

}  // namespace hw::model
