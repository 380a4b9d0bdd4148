// SPDX-License-Identifier: MIT
#pragma once

#include "model/files/header_bytes.h"
#include "model/files/metadata.h"

namespace hw::model {

/// Reads the type and the value after a key. The reader keeps errors. Lists of lists are rejected.
MetaValue readMetaValue(HeaderBytes& bytes);

}  // namespace hw::model
