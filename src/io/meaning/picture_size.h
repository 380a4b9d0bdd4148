// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace hw::io {

/// Width through height of a PNG, JPEG, GIF or WebP, from its header; 0 if it is none, or is cut off before. A JPEG
/// counts as browsers show it, and most models see it: turned as its Exif says. O(bytes before the size).
double aspectOfPicture(std::string_view bytes);

/// The same of `data:image/...;base64,...`. O(length).
double aspectOfAddress(std::string_view dataUrl);

}  // namespace hw::io
