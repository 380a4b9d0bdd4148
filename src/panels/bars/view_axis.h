// SPDX-License-Identifier: MIT
#pragma once

#include "panels/bars/model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Where the parts of a row stand, from left to right.
struct BarColumns {
    float labelRight = 0;
    float labelWidth = 0;
    float bar = 0;
    float barWidth = 0;
    float valueRight = 0;
    float change = 0;  ///< x of the rank change; 0: no room
    float second = 0;  ///< where bars of the second column begin; 0: there is none, or no room
    float secondWidth = 0;
    float secondValueRight = 0;
};

/// Where a value ends its bar, and where bars begin: at the left, of signs and ratios in the middle.
float barEnd(const BarsModel& model, const BarColumns& columns, float value);
float barOrigin(const BarsModel& model, const BarColumns& columns);

/// Lines of round values over the bars with their numbers below `bottom`; of ratios of round factors.
void drawBarsAxis(const Pen& pen, const BarsModel& model, const BarColumns& columns, float top,
                  float bottom);

}  // namespace hw
