// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace hw::io {

/// Width through height of a PNG, JPEG, GIF or WebP, from its header. 0 if it is none of these, or is cut off before. A
/// JPEG counts as browsers show it, and most models see it, turned according to its Exif. O(bytes before the size).
double aspectOfPicture(std::string_view bytes);

/// The same for `data:image/...;base64,...`. O(length).
double aspectOfAddress(std::string_view dataUrl);

}  // namespace hw::io
