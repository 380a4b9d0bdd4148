// SPDX-License-Identifier: MIT
// Attention flow across encoder and decoder, on the network of attention flow itself.
//
// Our construction after Metzger et al. 2022 (arXiv 2205.15389). Decoder layer l, from the top: D_l,t -> D'_l,t with
// the residual weight a, D_l,t -> E_top,s with (1-a) C_l[t,s], D'_l,t -> D_(l-1),t' with the effective self-attention.
// Below E_top the encoder's layers follow as ever. Sinks are the inputs of both sides, each on its own.
//
// As one stack of layers over the tokens of both, each decoder layer makes two (cross-attention above self-attention),
// and the encoder's layers follow. Through a layer of the other side a token only hands on, to itself, more than any
// source can send. Such an edge is never in a minimum cut, so each flow and each cut is one of the network above.
#pragma once

#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// Where the layers and tokens of a file are in its network. Layer 0 is nearest the inputs. A single stack keeps its
/// own layers and tokens, from the start layer on. Across, the encoder's tokens come first, then the decoder's.
struct FlowPlaces {
    int start = 0;    ///< settings.startLayer, of either side
    int encoder = 0;  ///< layers from there on; 0 if the file does not have its self-attention
    int decoder = 0;  ///< likewise, of cross-attention; 0 for one stack
    int encoderTokens = 0;
    int decoderTokens = 0;

    bool isAcross() const { return decoder > 0; }
    int tokens() const { return encoderTokens + decoderTokens; }
    int layers() const { return encoder + 2 * decoder; }
    /// The network's layer above which the outputs of a layer are, and back. Layers as in the file, zero-based.
    int above(int layer) const {
        return isAcross() ? encoder + 2 * (layer - start) + 1 : layer - start;
    }
    int layer(int above) const { return start + (isAcross() ? (above - encoder) / 2 : above); }
    /// From one such layer to the next.
    int step() const { return isAcross() ? 2 : 1; }
    int source(int query) const { return isAcross() ? encoderTokens + query : query; }
};

/// The example has the part.
FlowPlaces flowPlaces(const Example& example, Part part, const Settings& settings);

/// Counts as saturation() and tiedSinks() do, for a flow across. An encoder input's ceiling is the amount that its
/// lowest layer takes from it. A decoder input's ceiling adds to this the amount that the source hands on to its own
/// side.
Saturation saturationAcross(const AttentionGraph& graph, const FlowPlaces& places,
                            const FlowTable& table, int layerIndex, int sourceIndex);

/// An edge of the stack as one of encoder and decoder.
struct AcrossEdge {
    enum class Stack { encoder, decoder, cross, residual } stack = Stack::encoder;
    int layer = 0;  ///< of its stack, as the file counts, zero-based
    int query = 0;  ///< tokens of their own sides
    int key = 0;
};
template <>
struct Names<AcrossEdge::Stack> {
    static constexpr ChoiceName list[] = {{"encoder"}, {"decoder"}, {"cross"}, {"residual"}};
};
/// For an edge that does more than hand on.
AcrossEdge edgeAcross(const FlowPlaces& places, const FlowEdge& edge);

}  // namespace hw
