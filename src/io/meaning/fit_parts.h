// SPDX-License-Identifier: MIT
// Whether what was found of one analysis belongs together. Internal to io/meaning.
#pragma once

#include "io/meaning/analysis.h"

namespace hw::io {

/// Leaves out what belongs to nothing (gradients, contributions), with a warning. Errors: badShape for stacks that are
/// not of one run.
Result<void> fitParts(Parts& parts, const OpenOptions& options, Document& document);

}  // namespace hw::io
