// SPDX-License-Identifier: MIT
// Pictures and their patches, from a file, from the options, and from the names of tokens.
#pragma once

#include <string>

#include "core/model/attention_model.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads `image`, `imageRegions` or `meta.image` of `object` (docs/formats.md) into the example, whose tokens are set.
/// A picture without a grid has 0 rows until findPictures. Drops values that do not fit, with a warning.
void readPictures(const Tree& tree, NodeId object, const std::string& place, Example& example,
                  Document& document);

/// Puts the pictures and the grid of the options into the examples, and finds grids where files have none. It uses
/// names of tokens, else their number and the picture's proportions (patchGrids). Adds a note about the result.
/// Numbered tokens then get names. O(tokens + bytes of the pictures).
void findPictures(const OpenOptions& options, Document& document);

}  // namespace hw::io
