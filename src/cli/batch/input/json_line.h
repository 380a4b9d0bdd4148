// SPDX-License-Identifier: MIT
// Reading back the JSON that batch itself wrote.
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

/// What stands under a key; empty, 0 or nothing if it is not there or of another kind.
std::string textAt(const io::Tree& tree, io::NodeId node, std::string_view key);
double numberAt(const io::Tree& tree, io::NodeId node, std::string_view key);
/// `null` among them is NaN.
std::vector<double> numbersAt(const io::Tree& tree, io::NodeId node, std::string_view key);

}  // namespace hw::cli
