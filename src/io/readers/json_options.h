// SPDX-License-Identifier: MIT
#pragma once

#include "io/json/json_parser.h"
#include "io/readers/reader.h"

namespace hw::io {

/// The parser's options out of what a reader was told.
JsonOptions jsonOptions(const ReadContext& context);

}  // namespace hw::io
