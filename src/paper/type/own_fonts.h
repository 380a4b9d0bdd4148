// SPDX-License-Identifier: MIT
#pragma once

#include "paper/type/faces.h"

namespace hw::paper {

/// The fonts of figures, as embedded in the program. Errors: only for damaged files.
Result<FontSet> ownFonts();

}  // namespace hw::paper
