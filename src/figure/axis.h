// SPDX-License-Identifier: MIT
// The axis of bars, with round numbers below them and thin lines up through them.
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

/// Round numbers of a scale, as many as fit: for amounts from 0 up, for signs both ways from 0, for ratios powers of 2
/// (or 10) about 1. `room` is the area of its bars (drawValueBar).
std::vector<Tick> ticksOf(const Svg& svg, const Box& room, ValueForm form, float end);

/// Draws lines of the ticks through the area, before its bars, and their numbers below. Returns the height of the
/// numbers.
float drawAxis(Svg& svg, const Box& room, ValueForm form, float end);

}  // namespace hw::figure
