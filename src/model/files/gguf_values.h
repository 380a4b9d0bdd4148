// SPDX-License-Identifier: MIT
#pragma once

#include "model/files/header_bytes.h"
#include "model/files/metadata.h"

namespace hw::model {

/// Reads the type and the value behind a key. Errors are the reader's; lists of lists are refused.
MetaValue readMetaValue(HeaderBytes& bytes);

}  // namespace hw::model
