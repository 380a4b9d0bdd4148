// SPDX-License-Identifier: MIT
// The fonts of figures for paper (src/paper/fonts), inside the program that links them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace hw::paper {

struct EmbeddedFont {
    std::string_view name;  ///< of its file
    const unsigned char* bytes;
    std::size_t size;
};

/// By the names of their files. Written by cmake/embed_fonts.cmake.
std::span<const EmbeddedFont> embeddedFonts();

}  // namespace hw::paper
