// SPDX-License-Identifier: MIT
// Why there are no weights where some should be: each cause has a message of its own.
#pragma once

#include <string>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

/// null in place of all attention: the model was run with a fused kernel.
Problem noWeights(const std::string& place, std::uint64_t byte);

/// Whether a node stands for an array of Python objects, which is a pickle.
bool isPickle(const Tree& tree, NodeId node);
/// The message for one.
Problem pickled(const std::string& place);

/// null in place of some layers' attention: which ones, and which are there. Or of other entries than
/// layers.
Problem someAbsent(const std::string& place, bool layers, const std::vector<std::uint32_t>& absent,
                   std::uint32_t present);

}  // namespace hw::io
