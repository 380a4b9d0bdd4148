// SPDX-License-Identifier: MIT
// The network of attention flow for an example and settings.
#pragma once

#include "core/flow/kernel/attention_graph.h"
#include "core/methods/method_stack.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw::cli {

/// Effective attentions from the settings' start layer on, as capacities. Layer 0 of the graph is the
/// start layer. Errors: as checkMethod and AttentionGraph::fromMatrices.
Result<AttentionGraph> flowGraph(const Example& example, Part part, const Settings& settings);

}  // namespace hw::cli
