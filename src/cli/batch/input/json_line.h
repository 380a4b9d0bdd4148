// SPDX-License-Identifier: MIT
// Reads JSON that batch itself has written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::cli {

/// One value, its numbers as double. Errors: those of JSON.
Result<io::Tree> readJson(std::string_view text);

/// The value of a key; empty, 0 or nothing if it is missing or of another type.
std::string textAt(const io::Tree& tree, io::NodeId node, std::string_view key);
double numberAt(const io::Tree& tree, io::NodeId node, std::string_view key);
/// A `null` among them becomes NaN.
std::vector<double> numbersAt(const io::Tree& tree, io::NodeId node, std::string_view key);

}  // namespace hw::cli
