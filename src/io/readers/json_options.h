// SPDX-License-Identifier: MIT
#pragma once

#include "io/json/json_parser.h"
#include "io/readers/reader.h"

namespace hw::io {

/// The parser's options for a reader's context.
JsonOptions jsonOptions(const ReadContext& context);

}  // namespace hw::io
