// SPDX-License-Identifier: MIT
// Checks that the parts of one analysis belong together. Internal to io/meaning.
#pragma once

#include "io/meaning/analysis.h"

namespace hw::io {

/// Drops parts that belong to nothing (gradients, contributions), with a warning. Errors: badShape for stacks that
/// cannot come from one run.
Result<void> fitParts(Parts& parts, const OpenOptions& options, Document& document);

}  // namespace hw::io
