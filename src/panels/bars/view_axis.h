// SPDX-License-Identifier: MIT
#pragma once

#include "panels/bars/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The parts of a row, from left to right.
struct BarColumns {
    float labelRight = 0;
    float labelWidth = 0;
    float bar = 0;
    float barWidth = 0;
    float valueRight = 0;
    float change = 0;  ///< x of the rank change, 0 if it does not fit
    float second =
        0;  ///< where bars of the second column begin, 0 if there is none, or it does not fit
    float secondWidth = 0;
    float secondValueRight = 0;
};

/// Where the bar of a value ends, and where bars begin, which is at the left, or in the middle for signs and ratios.
float barEnd(const BarsModel& model, const BarColumns& columns, float value);
float barOrigin(const BarsModel& model, const BarColumns& columns);

/// Lines of round values over the bars with their numbers below `bottom`. For ratios, round factors.
void drawBarsAxis(const Pen& pen, const BarsModel& model, const BarColumns& columns, float top,
                  float bottom);

}  // namespace hw
