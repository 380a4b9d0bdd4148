// SPDX-License-Identifier: MIT
// Problems quote files, which can have any size, so all displayed problems are limited, whichever code built them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw {

/// The text with its long words cut, and cut itself after `most` bytes. Missing parts become "...". O(length).
std::string shortened(std::string_view text, std::size_t most = 480);

/// Shortens each part of the problem, and the texts of its choices. Their values stay.
Problem shortened(Problem problem);

/// The same for the page, with controls and changes of direction named.
Problem shown(Problem problem);

}  // namespace hw
