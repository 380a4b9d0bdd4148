// SPDX-License-Identifier: MIT
// Cuts as text, for the command line and links. Layers count from 1; heads and tokens from 0; `*` is all.
//
//     edges      LAYER:HEAD:QUERY>KEY,QUERY>KEY; LAYER:*:9>5      several are separated by semicolons
//     heads      LAYER:HEAD; LAYER:*
//     residuals  LAYER:TOKEN; LAYER:*     the token's stream is not added after the attention of the layer
//     hidden     TOKEN; LAYER:TOKEN       no other token reads the token, in any layer or from that one on
//
// For an encoder with its decoder each piece begins with the letter of its attention: E2:0:7>6 (or 2:0:7>6) in the
// encoder, D2:0:3>1 in the decoder, C2:0:3>6 from token 3 of the decoder to token 6 of the encoder. Heads and residuals
// have E and D.
#pragma once

#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/network/spec.h"
#include "model/run/edits.h"

namespace hw::model {

// Each adds the edits that the text names, in its order. An empty text adds nothing. Errors: badArgument, with a piece
// that cannot be parsed, is out of range, or names more than 1,000,000 at once.

/// `*` skips edges that the model's masks forbid.
Result<void> addEdges(std::string_view text, const Spec& spec, int tokens,
                      std::vector<Edge>& edges);
Result<void> addHeads(std::string_view text, HeadRule rule, const Spec& spec,
                      std::vector<HeadCut>& heads);
Result<void> addResiduals(std::string_view text, const Spec& spec, int tokens,
                          std::vector<LayerToken>& residuals);

/// `*` is not allowed, because a hidden token is hidden from the others.
Result<void> addHidden(std::string_view text, const Spec& spec, int tokens,
                       std::vector<LayerToken>& hidden);

/// The attention that a piece belongs to, and the numbers of tokens.
struct PairTokens {
    const Spec& encoder;
    const Spec& decoder;
    int sources = 0;  ///< the encoder's
    int tokens = 0;   ///< the decoder's
};
Result<void> addPairEdges(std::string_view text, const PairTokens& pair, PairEdits& edits);
Result<void> addPairHeads(std::string_view text, HeadRule rule, const PairTokens& pair,
                          PairEdits& edits);
Result<void> addPairResiduals(std::string_view text, const PairTokens& pair, PairEdits& edits);

}  // namespace hw::model
