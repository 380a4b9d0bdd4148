// SPDX-License-Identifier: MIT
#pragma once

#include "core/words.h"

namespace hw {

/// A panel's text for "What am I looking at?", independent of the data.
struct AboutText {
    Words title;
    Words shows;
    Words limit;
};

}  // namespace hw
