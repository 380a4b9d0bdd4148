// SPDX-License-Identifier: MIT
// Reasons for missing weights, each with its own message.
#pragma once

#include <string>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

/// null in place of all attention, since the model was run with a fused kernel.
Problem noWeights(const std::string& place, std::uint64_t byte);

/// Whether a node is an array of Python objects, which is a pickle.
bool isPickle(const Tree& tree, NodeId node);
/// The message for one.
Problem pickled(const std::string& place);

/// null in place of some layers' attention, with the missing and the present layers. Or of other entries than layers.
Problem someAbsent(const std::string& place, bool layers, const std::vector<std::uint32_t>& absent,
                   std::uint32_t present);

}  // namespace hw::io
