// SPDX-License-Identifier: MIT
#pragma once

#include "core/statistics/scale_end.h"
#include "page/state/command.h"
#include "render/colormap.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Where a legend's ramp is, and the width of the whole legend.
struct ColorLegend {
    float x = 0;
    float rampWidth = 0;
    float width = 0;
};

struct LegendStyle {
    std::string_view unit = {};  ///< after the numbers, "rollout". Omitted if it does not fit
    float first = 0;             ///< position on the ramp, 0..1, of the value 0
    float gamma = 1;             ///< same as for the matrix's colours. The strip stays linear
    bool beyond = false;         ///< larger values get the last colour, too, "≥ 0.178"
};

/// "0 [ramp] 0.178 rollout", vertically centred on `middle`. The ramp takes about a third of `room`, less if the unit
/// needs it. A diverging ramp begins at the negative scale.
ColorLegend drawColorLegend(const Pen& pen, Ramp ramp, float scale, float x, float middle,
                            float room, const LegendStyle& style = {});
/// The colour of a bar to the left or to the right of a middle.
inline ImU32 sideColour(const Theme& theme, bool isLeft) {
    return rampColour(Ramp::diverging, isLeft ? 0.14F : 0.86F, theme.dark, theme.groundArgb);
}
/// A legend that can be clicked if its scale cuts off values, and once it shows all of them. The words for that are
/// after the legend if they fit up to `right`. Otherwise the legend itself is the button.
void drawScaleSwitch(const Pen& pen, const ScaleFit& fit, float x, float middle, float right,
                     const ColorLegend& legend, Commands& commands);
/// The width of its words, with the space before them. 0 without any.
float scaleSwitchWidth(const ScaleFit& fit);
/// Only the words, ending at `right`, for views without a legend.
void drawScaleSwitchAt(const Pen& pen, const ScaleFit& fit, float right, float middle,
                       Commands& commands);
/// The width of the legend.
float colorLegendWidth(Ramp ramp, float scale, float room, const LegendStyle& style = {});

}  // namespace hw
