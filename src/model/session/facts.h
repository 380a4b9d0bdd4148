// SPDX-License-Identifier: MIT
// Internal to model/session.
#pragma once

#include "model/session/session.h"

namespace hw::model {

/// What look() says, of files whose headers have been read.
Result<Facts> factsOf(const ModelFiles& files);

}  // namespace hw::model
