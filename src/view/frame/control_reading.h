// SPDX-License-Identifier: MIT
// What the controls say of the present numbers: their formula, and the output token that they are of.
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Runs down a column: each part takes its height from the top.
struct Column {
    Rect area;
    float y;
    Rect take(float height) {
        const Rect part{area.x, y, area.w, height};
        y += height;
        return part;
    }
    void skip(float height) { y += height; }
};

/// The formula in its present values, and its source.
void drawFormula(const Pen& pen, const ControlsModel& model, Column& column);
/// The chosen output, what the model predicts there, and how several are joined.
void drawOutput(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands);

}  // namespace hw
