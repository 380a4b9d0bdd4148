// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText headsAbout{
    "Heads",
    "Every head of every layer as a small matrix: rows are queries, columns keys. A head can be "
    "taken into the fusion, from which all methods are computed, or out of it, or used alone: "
    "always in every layer.",
    "In a thumbnail a pixel shows the largest of the cells it covers. That a head has a striking "
    "pattern does not mean that the model’s answer depends on it."};

}  // namespace hw
