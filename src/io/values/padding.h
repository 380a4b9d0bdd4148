// SPDX-License-Identifier: MIT
// Drops padding on opening, which it recognises by its rows.
#pragma once

#include "core/model/attention_model.h"
#include "io/tree/open_options.h"

namespace hw::io {

/// Drops tokens that are padding according to their rows (core/statistics/padding.h), with their rows, columns and all
/// other fields of the example, and adds a warning. Not with OpenOptions::keepPadding, and not for encoder-decoders and
/// pictures. O(values).
void leaveOutPadding(const OpenOptions& options, Document& document);

}  // namespace hw::io
