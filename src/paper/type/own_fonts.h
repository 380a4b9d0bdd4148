// SPDX-License-Identifier: MIT
#pragma once

#include "paper/type/faces.h"

namespace hw::paper {

/// The fonts of figures, as they are inside the program. Errors: none but for files that are damaged.
Result<FontSet> ownFonts();

}  // namespace hw::paper
