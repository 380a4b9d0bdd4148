// SPDX-License-Identifier: MIT
// Cuts as people write them, on the command line and in links. Layers count from 1; heads and tokens from 0; `*` is all.
//
//   edges      LAYER:HEAD:QUERY>KEY,QUERY>KEY; LAYER:*:9>5      one or more of them between semicolons
//   heads      LAYER:HEAD; LAYER:*
//   residuals  LAYER:TOKEN; LAYER:*     the stream of the token is not added behind the attention of the layer
#pragma once

#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/network/spec.h"
#include "model/run/edits.h"

namespace hw::model {

// Each adds what the text names, in its order; an empty text adds nothing. Errors: badArgument, with the piece that is not
// understood or out of range, or that names more than 1,000,000 at once.

/// Edges that the model's masks forbid are left out where `*` stands for them.
Result<void> addEdges(std::string_view text, const Spec& spec, int tokens,
                      std::vector<Edge>& edges);
Result<void> addHeads(std::string_view text, HeadRule rule, const Spec& spec,
                      std::vector<HeadCut>& heads);
Result<void> addResiduals(std::string_view text, const Spec& spec, int tokens,
                          std::vector<LayerToken>& residuals);

}  // namespace hw::model
