// SPDX-License-Identifier: MIT
// Interventions, the changes to a run. Layers, heads and tokens count from 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/choice_names.h"
#include "core/problem.h"

namespace hw::model {

struct Spec;

/// One attention weight.
struct Edge {
    int layer = 0;
    int head = 0;
    int query = 0;
    int key = 0;
    bool operator==(const Edge&) const = default;
};

/// Edges by layer and head, so that a head finds its own without a search through all.
class EdgesByHead {
public:
    /// O(edges log edges).
    explicit EdgesByHead(std::vector<Edge> edges);
    /// The edges of one head, in their original order. O(log edges).
    std::span<const Edge> of(int layer, int head) const;

private:
    std::vector<Edge> edges_;
};

/// How a weight is cut.
enum class CutRule : std::uint8_t {
    zero,         ///< the weight becomes 0 after the softmax; the row is not renormalised
    renormalise,  ///< the score becomes minus infinity, so that the rest of the row takes its share
};

/// How a head is cut: its output before the output projection becomes 0, or its mean over the text's positions.
enum class HeadRule : std::uint8_t { zero, mean };

struct HeadCut {
    int layer = 0;
    int head = 0;
    HeadRule rule = HeadRule::zero;
};

/// A token in a layer.
struct LayerToken {
    int layer = 0;
    int token = 0;
    bool operator==(const LayerToken&) const = default;
};

/// Values that replace the stream x_layer at a token (D of them; x_L leaves the last layer), or a head's output before
/// the projection (d of them).
struct Patch {
    int layer = 0;
    int token = 0;
    int head = -1;  ///< -1 for the stream
    std::vector<float> values;
};

/// All changes to one run of one text.
struct Edits {
    CutRule rule = CutRule::zero;
    std::vector<Edge> edges;
    /// Edges of cross-attention, from a token of the decoder to one of the encoder.
    std::vector<Edge> cross;
    std::vector<HeadCut> heads;
    std::vector<LayerToken> values;     ///< v_j is 0 in all heads of the layer, its bias too
    std::vector<LayerToken> residuals;  ///< the stream is not added after the layer's attention
    std::vector<Patch> patches;
    std::vector<int> noWords;  ///< tokens with a word row of 0; position and type stay
    /// From this layer on no other token reads the token: its key is masked before the softmax, for all queries except
    /// its own. A head that pools tokens excludes it as well. Layer L hides it from the head only. Applies to
    /// self-attention, not to cross-attention.
    std::vector<LayerToken> hidden;
    float wordScale = 1;  ///< factor of all words' rows, for integrated gradients

    bool empty() const;
    bool isHidden(int token) const;
    /// The first layer with a different result; 0 if the embeddings differ; `layers` if only x_L does.
    int firstLayer(int layers) const;
};

/// Errors: badArgument for a layer, head or token that does not exist (`sources`: the tokens of the encoder that a
/// decoder reads), and if the head would pool hidden tokens only.
Result<void> checkEdits(const Spec& spec, const Edits& edits, int tokens, int sources);

/// Changes to an encoder and to the decoder that reads it. Their rules may differ.
struct PairEdits {
    Edits encoder;
    Edits decoder;
    bool empty() const { return encoder.empty() && decoder.empty(); }
};

}  // namespace hw::model

namespace hw {
template <>
struct Names<model::CutRule> {
    static constexpr ChoiceName list[] = {{"zero"}, {"renormalise"}};
};
}  // namespace hw
