// SPDX-License-Identifier: MIT
// The sheet that figures are drawn on.
#pragma once

namespace hw::figure {

inline constexpr float pageWidth = 720;
inline constexpr float edge = 16;
inline constexpr float inner = pageWidth - 2 * edge;

}  // namespace hw::figure
