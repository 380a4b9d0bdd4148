// SPDX-License-Identifier: MIT
// Interventions: what is changed in a run. Layers, heads and tokens count from 0.
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

/// Edges by layer and head, so that a head finds its own without looking at all.
class EdgesByHead {
public:
    /// O(edges log edges).
    explicit EdgesByHead(std::vector<Edge> edges);
    /// Those of one head, in the order in which they were given. O(log edges).
    std::span<const Edge> of(int layer, int head) const;

private:
    std::vector<Edge> edges_;
};

/// What cutting a weight means.
enum class CutRule : std::uint8_t {
    zero,         ///< the weight becomes 0 after the softmax; the row is not renormalised
    renormalise,  ///< the score becomes minus infinity, so that the rest of the row takes its share
};

/// What cutting a head means: its output before the output projection becomes 0, or its mean over the text's positions.
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

/// Values that take the place of the stream x_layer at a token (D of them; layer L is what leaves the last one), or of a
/// head's output before the projection (d of them).
struct Patch {
    int layer = 0;
    int token = 0;
    int head = -1;  ///< -1: the stream
    std::vector<float> values;
};

/// Everything that is changed in one run of one text.
struct Edits {
    CutRule rule = CutRule::zero;
    std::vector<Edge> edges;
    std::vector<Edge>
        cross;  ///< of cross-attention: from a token of the decoder to one of the encoder
    std::vector<HeadCut> heads;
    std::vector<LayerToken> values;     ///< v_j is 0 in all heads of the layer, its bias too
    std::vector<LayerToken> residuals;  ///< the stream is not added behind the layer's attention
    std::vector<Patch> patches;
    std::vector<int> noWords;  ///< tokens whose word's row is 0; position and type stay
    /// From the layer on no other token reads the token: its key is masked before the softmax, for all queries but its own. A head
    /// that pools tokens leaves it out as well; layer L hides it from the head only. Self-attention, not cross-attention.
    std::vector<LayerToken> hidden;
    float wordScale = 1;  ///< of all words' rows: integrated gradients

    bool empty() const;
    bool isHidden(int token) const;
    /// The first layer whose result differs; 0 if the embeddings do; `layers` if nothing but x_L does.
    int firstLayer(int layers) const;
};

/// Errors: badArgument for a layer, head or token that is not there (`sources`: the tokens of the encoder that a decoder reads), and
/// if the head would pool hidden tokens only.
Result<void> checkEdits(const Spec& spec, const Edits& edits, int tokens, int sources);

/// Of an encoder and the decoder that looks at it, which may differ in their rules.
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
