// SPDX-License-Identifier: MIT
// Steps of training in the names of folders and revisions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hw::model {

/// The step in a name without folders: 500 for "checkpoint-500", "step500", "global_step500", "iter_0000500",
/// "step500-tokens2B" and "500". nullopt if it has none. web/model/files/step_names.js reads the same names. O(length).
std::optional<int> stepNamed(std::string_view name);

/// Ascending steps for a message, without those between the fourth and the last: "0, 1, 2, 4 ... 1000". O(1).
std::string stepList(std::span<const int> steps);

}  // namespace hw::model
