// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/evolution/model.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

struct PanelDrawing;

/// Height that rows of a comfortable size take, with title and names.
float evolutionHeight(const EvolutionModel& model, float width);

/// Layer x token for the chosen output, the last layer on top as in the paper's figures; a click
/// goes to a layer. Drawn by the GPU as one texture.
void drawEvolution(const Pen& pen, const EvolutionModel& model, MatrixRenderer* renderer,
                   const Rect& area, Colormap colormap, const Hover& hover, Commands& commands);

/// The same as a part of a page, with its sign.
void drawEvolutionAlone(const PanelDrawing& on, const Rect& area);

}  // namespace hw
