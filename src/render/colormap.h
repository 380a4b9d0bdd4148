// SPDX-License-Identifier: MIT
// Colour ramps from a value in [0, 1] to a colour. No GL here, so that chips, legends, the shader's table and the tests
// share one source.
#pragma once

#include <array>
#include <cstdint>

namespace hw {

/// - blues: one hue, from the ground colour to deep blue (pale blue in the dark theme);
/// - viridis (S. van der Walt and N. Smith 2015) and cividis (Nunez, Anderton, Renslow 2018, made for
///   colour-blind readers), as published, whatever the ground;
/// - diverging: ochre below the middle, blue above, the ground colour at exactly t = 0.5;
/// - ratio: the same colours for the logarithms of ratios, with 1 in the middle.
/// Lightness is monotone along all of them (diverging: on either side of the middle) and, for blues
/// and diverging, linear in t as Oklab measures it (B. Ottosson 2020).
enum class Ramp { blues, viridis, cividis, diverging, ratio };

/// Whether the ramp goes both ways from its middle.
constexpr bool isDiverging(Ramp ramp) { return ramp >= Ramp::diverging; }

/// The binary logarithm of a ratio, or of the scale's end, for the ratio ramp. For 0, a number below all others; NaN
/// for negative values.
float logarithm(float ratio);

/// The ramp for values drawn over a picture, which must have a visible colour for zero.
inline Ramp pictureRamp(Ramp ramp) { return ramp == Ramp::cividis ? ramp : Ramp::viridis; }

/// Entries of a ramp's table. Odd, so that the middle of `diverging` is one of them, and enough for a gamma of 0.5 to
/// rise in small steps. shaders/matrix.frag has the same number.
inline constexpr int rampEntries = 1025;

/// The ramp's colour at t in [0, 1] as 0xAABBGGRR (ImGui's order), alpha 255. t is clamped, and NaN gives the colour of
/// zero (t = 0, or 0.5 for diverging).
/// `dark` selects the ramp for a dark ground. `ground` is 0xAARRGGBB.
std::uint32_t rampColour(Ramp ramp, float t, bool dark, std::uint32_t ground);

/// A value's place on a ramp: its share of `scale` to the power of `gamma`, for diverging the same on either side of
/// 0.5, for ratio that of the logarithms. `scale` and `gamma` are positive, the result is in [0, 1].
float rampPosition(Ramp ramp, float value, float scale, float gamma);

/// The colours of `rampEntries` values at equal steps from 0 (diverging: from -scale) to the scale, adjusted by
/// `gamma`, as 0xAABBGGRR, which is bytes R, G, B, A on little-endian machines.
std::array<std::uint32_t, rampEntries> rampTable(Ramp ramp, float gamma, bool dark,
                                                 std::uint32_t ground);

}  // namespace hw
