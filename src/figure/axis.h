// SPDX-License-Identifier: MIT
// The axis of bars: round numbers below them, and a fine line up through them.
#pragma once

#include <string>
#include <vector>

#include "figure/cells.h"
#include "page/rules/available.h"

namespace hw::figure {

struct Tick {
    float value = 0;
    float at = 0;  ///< x
    std::string text;
};

/// Round numbers of a scale, as many as find room: of amounts from 0 up, of signs both ways from 0, of ratios powers of 2 (or 10) about 1.
/// `room`: where its bars are (drawValueBar).
std::vector<Tick> ticksOf(const Svg& svg, const Box& room, ValueForm form, float end);

/// Lines of the ticks through the room, to be drawn before its bars, and their numbers below. Returns the height of these.
float drawAxis(Svg& svg, const Box& room, ValueForm form, float end);

}  // namespace hw::figure
