// SPDX-License-Identifier: MIT
// Padding that is recognised by its rows is left out on opening.
#pragma once

#include "core/model/attention_model.h"
#include "io/tree/open_options.h"

namespace hw::io {

/// Leaves out tokens that are padding by what their rows hold (core/statistics/padding.h) with their rows, columns and
/// whatever else the example has of them, and says so in a warning. Not with OpenOptions::keepPadding, and not of
/// encoder-decoders and pictures. O(values).
void leaveOutPadding(const OpenOptions& options, Document& document);

}  // namespace hw::io
