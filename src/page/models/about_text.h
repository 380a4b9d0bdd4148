// SPDX-License-Identifier: MIT
#pragma once

namespace hw {

/// A panel's text for "What am I looking at?", independent of the data.
struct AboutText {
    const char* title;
    const char* shows;
    const char* limit;
};

}  // namespace hw
