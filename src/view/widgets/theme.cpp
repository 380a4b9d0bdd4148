// SPDX-License-Identifier: MIT
#include "view/widgets/theme.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

constexpr ImU32 rgb(std::uint32_t hex) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

float channel(ImU32 colour, int shift) {
    return static_cast<float>((colour >> shift) & 255) / 255.0F;
}

/// WCAG 2, relative luminance.
float luminance(ImU32 colour) {
    const auto linear = [](float c) {
        return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F);
    };
    return 0.2126F * linear(channel(colour, IM_COL32_R_SHIFT)) +
           0.7152F * linear(channel(colour, IM_COL32_G_SHIFT)) +
           0.0722F * linear(channel(colour, IM_COL32_B_SHIFT));
}

}  // namespace

Theme themeFor(const Surroundings& surroundings) {
    Theme theme;
    theme.dark = surroundings.dark;
    theme.touch = surroundings.touch;
    if (surroundings.dark) {
        theme.groundArgb = 0xFF15181B;
        theme.ground = rgb(0x15181B);
        theme.panel = rgb(0x1B1F23);
        theme.ink = rgb(0xE9E7E2);
        theme.muted = rgb(0x949AA1);
        theme.rule = rgb(0x2A2F34);
        theme.quantity = rgb(0x5BA4D6);
        theme.band = rgb(0x262B30);
        theme.selection = rgb(0xE58A5F);
        theme.cut = rgb(0xFFA0B8);
        theme.negative = rgb(0xD9A441);
        theme.fault = rgb(0xFF8A80);
        theme.ghost = rgb(0x7A838C);
    } else {
        theme.groundArgb = 0xFFFAFAF7;
        theme.ground = rgb(0xFAFAF7);
        theme.panel = rgb(0xF2F1EC);
        theme.ink = rgb(0x1B1D20);
        theme.muted = rgb(0x62676D);
        theme.rule = rgb(0xE2E1DB);
        theme.quantity = rgb(0x135C96);
        theme.band = rgb(0xEAE9E3);
        theme.selection = rgb(0xB5482A);
        theme.cut = rgb(0xA3195B);
        theme.negative = rgb(0x855600);
        theme.fault = rgb(0xB3141E);
        theme.ghost = rgb(0x9AA3AB);
    }
    if (surroundings.highContrast) {
        theme.groundArgb = surroundings.dark ? 0xFF000000 : 0xFFFFFFFF;
        theme.ground = surroundings.dark ? rgb(0x000000) : rgb(0xFFFFFF);
        theme.panel = theme.ground;
        theme.band = surroundings.dark ? rgb(0x262626) : rgb(0xE6E6E6);
        theme.ink = surroundings.dark ? rgb(0xFFFFFF) : rgb(0x000000);
        theme.muted = surroundings.dark ? rgb(0xD8D8D8) : rgb(0x303030);
        theme.rule = surroundings.dark ? rgb(0x8A8A8A) : rgb(0x707070);
        theme.ghost = theme.muted;
    }
    return theme;
}

ImU32 faded(ImU32 colour, float share) {
    const auto alpha = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 255) * share;
    return (colour & ~IM_COL32_A_MASK) |
           (static_cast<ImU32>(std::clamp(alpha, 0.0F, 255.0F)) << IM_COL32_A_SHIFT);
}

ImU32 mixed(ImU32 from, ImU32 to, float t) {
    const auto part = [&](int shift) {
        const float value = channel(from, shift) + (channel(to, shift) - channel(from, shift)) * t;
        return static_cast<ImU32>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F)) << shift;
    };
    return part(IM_COL32_R_SHIFT) | part(IM_COL32_G_SHIFT) | part(IM_COL32_B_SHIFT) |
           IM_COL32_A_MASK;
}

float contrast(ImU32 first, ImU32 second) {
    const float a = luminance(first);
    const float b = luminance(second);
    return (std::max(a, b) + 0.05F) / (std::min(a, b) + 0.05F);
}

ImU32 inkOn(ImU32 background, const Theme& theme) {
    const auto better = [&](ImU32 one, ImU32 other) {
        return contrast(one, background) >= contrast(other, background) ? one : other;
    };
    const ImU32 own = better(theme.ink, theme.ground);
    constexpr float readable = 4.5F;  // WCAG 2, AA
    // On colours between the two neither may be readable. Black or white always is.
    return contrast(own, background) >= readable ? own : better(rgb(0x000000), rgb(0xFFFFFF));
}

}  // namespace hw
