// SPDX-License-Identifier: MIT
// What the controls say about the present numbers: their formula, and their output token.
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A column filled from the top: each part takes its height.
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

/// The formula with the present values, its source, and what the numbers say at most, with a link to their limits.
void drawFormula(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands);
/// The chosen output, what the model predicts there, and how several are combined.
void drawOutput(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands);

}  // namespace hw
