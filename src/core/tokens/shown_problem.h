// SPDX-License-Identifier: MIT
// Problems quote files, and files are of any size: what is shown of a problem has a limit, whoever built it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw {

/// The text with its long words cut, and cut itself behind `most` bytes; what is missing is "...". O(length).
std::string shortened(std::string_view text, std::size_t most = 480);

/// Each part of the problem shortened, and in the texts of its choices; their values stay.
Problem shortened(Problem problem);

/// The same for the page, with controls and changes of direction named.
Problem shown(Problem problem);

}  // namespace hw
