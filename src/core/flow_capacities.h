// SPDX-License-Identifier: MIT
// Effective attention in double, as capacities of attention flow: float32 between the steps would cost the
// last digits that a proof is about.
#pragma once

#include <span>
#include <vector>

#include "core/attention_graph.h"
#include "core/attention_model.h"
#include "core/settings.h"

namespace hw {

/// The number that was most likely printed for a float32: the shortest decimal of up to nine digits that
/// reads back as the same float32. Never further from the float32 than half its last binary digit.
/// Values of 1e-17 and below, and those that are no finite number, stay as they are. Cost: a few divisions.
double printedValue(float value);

/// The effective attention of a layer in double, n * n values, row-major, from the printed values of the
/// weights: heads fused, residual, renormalised as the settings say. `layer` in [0, layers), settings have
/// passed checkSettings. With a discard ratio, W-Res or vit-explain's slip: effectiveAttention's float32.
std::vector<double> exactAttention(const AttentionTensor& attentions, const Settings& settings,
                                   int layer, std::span<const float> fixedResidual = {});

/// The network of attention flow from settings.startLayer on; its layer 0 is the start layer.
/// Errors: as AttentionGraph::fromDoubles.
Result<AttentionGraph> flowNetwork(const AttentionTensor& attentions, const Settings& settings,
                                   std::span<const float> fixedResidual = {});

}  // namespace hw
