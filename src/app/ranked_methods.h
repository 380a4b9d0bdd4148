// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/settings.h"

namespace hw {

/// The methods whose rankings are compared with a file's scores, in the order that an answer to
/// Query::What::correlation has them.
inline constexpr std::array rankedMethods{Method::raw, Method::rollout, Method::flow};

}  // namespace hw
