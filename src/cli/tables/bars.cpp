// SPDX-License-Identifier: MIT
#include "cli/tables/bars.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hw::cli {

std::string bar(double value, double largest, Drawing drawing, int width) {
    if (!std::isfinite(value) || !(largest > 0)) return {};
    constexpr std::array<const char*, 8> parts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double share = std::min(1.0, std::abs(value) / largest);
    const int eighths = static_cast<int>(std::lround(share * width * 8));
    std::string text;
    const bool isNegative = value < 0;
    for (int i = 0; i < eighths / 8; ++i) text += isNegative ? "▒" : "█";
    text += isNegative && eighths % 8 >= 4 ? "▒" : isNegative ? "" : parts[eighths % 8];
    if (!drawing.hasColour || text.empty()) return text;
    return (isNegative ? "\x1b[33m" : "\x1b[36m") + text + "\x1b[0m";
}

}  // namespace hw::cli
