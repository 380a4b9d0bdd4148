// SPDX-License-Identifier: MIT
// The files in paper/fonts, in the order in which they are tried for a character.
#pragma once

#include <string_view>

namespace hw::paper {

struct FontFile {
    std::string_view file;
    std::string_view name;  ///< its name in a PDF
    bool strong = false;
    bool mono = false;
};

inline constexpr FontFile fontFiles[] = {
    {"inter-latin-400.ttf", "Inter-Regular"},
    {"inter-latin-ext-400.ttf", "Inter-Regular-LatinExt"},
    {"inter-greek-400.ttf", "Inter-Regular-Greek"},
    {"inter-cyrillic-400.ttf", "Inter-Regular-Cyrillic"},
    {"inter-latin-600.ttf", "Inter-SemiBold", true},
    {"inter-latin-ext-600.ttf", "Inter-SemiBold-LatinExt", true},
    {"inter-greek-600.ttf", "Inter-SemiBold-Greek", true},
    {"inter-cyrillic-600.ttf", "Inter-SemiBold-Cyrillic", true},
    {"jetbrains-mono-latin-400.ttf", "JetBrainsMono-Regular", false, true},
};

}  // namespace hw::paper
