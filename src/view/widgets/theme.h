// SPDX-License-Identifier: MIT
// Colours, type sizes and spacing. Each colour has one meaning (docs/design.md), and ink marks the control under the
// pointer. Everything is on a grid of 8 CSS pixels, 24 from the page's edges.
#pragma once

#include "imgui.h"
#include "page/state/app_state.h"

namespace hw {

struct Theme {
    bool dark = false;
    bool touch = false;            ///< touch screen, where targets are at least 40 pixels high
    ImU32 ground = 0;              ///< the page
    ImU32 panel = 0;               ///< formula card, notes
    ImU32 ink = 0;                 ///< text
    ImU32 muted = 0;               ///< secondary text, at least 4.5 to 1 on the ground
    ImU32 rule = 0;                ///< lines of one pixel
    ImU32 quantity = 0;            ///< bars, ribbons
    ImU32 band = 0;                ///< below the words of a choice, and an action under the pointer
    ImU32 selection = 0;           ///< only for the selection
    ImU32 cut = 0;                 ///< edges of a minimum cut, and those that the user has cut
    ImU32 negative = 0;            ///< negative values, as in the diverging ramp
    ImU32 fault = 0;               ///< errors
    ImU32 ghost = 0;               ///< outline of the previous layer
    std::uint32_t groundArgb = 0;  ///< 0xAARRGGBB, for the matrix shader
};

/// The height of a pointer target, `mouse`, or the min. height for a finger.
inline float targetHeight(const Theme& theme, float mouse) { return theme.touch ? 40 : mouse; }

/// The theme for the system's preferences. Light, dark, and both in high contrast.
Theme themeFor(const Surroundings& surroundings);

/// The colour with its opacity multiplied by `share` in 0..1.
ImU32 faded(ImU32 colour, float share);
/// Linear mix of two opaque colours, t in 0..1.
ImU32 mixed(ImU32 from, ImU32 to, float t);
/// WCAG 2 contrast ratio of two opaque colours, 1..21.
float contrast(ImU32 first, ImU32 second);
/// Ink or ground, whichever is more readable on `background`. Black or white if neither has contrast 4.5.
ImU32 inkOn(ImU32 background, const Theme& theme);

namespace type {
inline constexpr float name = 18;
inline constexpr float title = 14;
inline constexpr float body = 14;
inline constexpr float small = 13;
inline constexpr float label = 11.5F;  ///< section headings in capitals
inline constexpr float number = 13;
}  // namespace type

namespace space {
inline constexpr float unit = 8;
inline constexpr float edge = 24;
}  // namespace space

}  // namespace hw
