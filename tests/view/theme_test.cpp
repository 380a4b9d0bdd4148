// SPDX-License-Identifier: MIT
// The colours of the page. Words are readable on their background, and every eye can distinguish colours with a
// meaning.
#include "view/widgets/theme.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "render/colormap.h"
#include "render/eyes.h"

namespace hw::test {
namespace {

Theme anyTheme() {
    Surroundings surroundings;
    surroundings.dark = GENERATE(false, true);
    surroundings.highContrast = GENERATE(false, true);
    return themeFor(surroundings);
}

}  // namespace

TEST_CASE("every text has a contrast of at least 4.5 on the page and on its cards") {
    const Theme theme = anyTheme();
    for (const ImU32 text : {theme.ink, theme.muted, theme.quantity, theme.selection, theme.cut,
                             theme.negative, theme.fault}) {
        for (const ImU32 ground : {theme.ground, theme.panel}) {
            CAPTURE(theme.dark, text, ground);
            CHECK(contrast(text, ground) >= 4.5F);
        }
    }
    for (const ImU32 text : {theme.ink, theme.muted}) CHECK(contrast(text, theme.band) >= 4.5F);
}

TEST_CASE("words on a cell, a chip or a bar can be read, whatever its value") {
    const Theme theme = anyTheme();
    for (const Ramp ramp : {Ramp::blues, Ramp::viridis, Ramp::cividis, Ramp::diverging}) {
        for (int i = 0; i <= 100; ++i) {
            const float t = static_cast<float>(i) / 100.0F;
            const ImU32 colour = rampColour(ramp, t, theme.dark, theme.groundArgb);
            CAPTURE(theme.dark, static_cast<int>(ramp), i);
            CHECK(contrast(inkOn(colour, theme), colour) >= 4.5F);
        }
    }
}

TEST_CASE("what is selected, cut or negative differs from quantities for every eye") {
    const Theme theme = anyTheme();
    for (const Eye& eye : eyes) {
        CAPTURE(theme.dark, eye.name);
        const Rgb quantity = seenBy(eye, linear(theme.quantity));
        for (const ImU32 other : {theme.selection, theme.cut, theme.negative})
            CHECK(difference(seenBy(eye, linear(other)), quantity) > 20);
        CHECK(difference(seenBy(eye, linear(theme.ground)), quantity) > 30);
    }
}

}  // namespace hw::test
