// SPDX-License-Identifier: MIT
#pragma once

#include "core/localized_text.h"

namespace hw {

/// A panel's text for "What am I looking at?", independent of the data.
struct AboutText {
    LocalizedText title;
    LocalizedText shows;
    LocalizedText limit;
};

}  // namespace hw
