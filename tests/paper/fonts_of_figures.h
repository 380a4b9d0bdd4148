// SPDX-License-Identifier: MIT
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "paper/type/font_files.h"
#include "paper/type/own_fonts.h"

namespace hw::test {

/// The fonts inside the program.
inline paper::FontSet fontsOfFigures() {
    auto fonts = paper::ownFonts();
    REQUIRE(fonts.has_value());
    REQUIRE(fonts->all().size() == std::size(paper::fontFiles));
    return std::move(*fonts);
}

}  // namespace hw::test
