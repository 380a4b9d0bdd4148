// SPDX-License-Identifier: MIT
#pragma once

namespace hw {

/// What is said of a panel under "What am I looking at?", whatever the data are.
struct AboutText {
    const char* title;
    const char* shows;
    const char* limit;
};

}  // namespace hw
