// SPDX-License-Identifier: MIT
// A picture as pixels.
#pragma once

#include <string>

namespace hw {

/// Red, green, blue of each pixel, 0 to 255, top row first, transparency over white. 0 x 0 if there is none.
struct PicturePoints {
    int width = 0;
    int height = 0;
    std::string rgb;
};

}  // namespace hw
