// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/command.h"
#include "panels/evolution/model.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

struct PanelDrawing;

/// Height of comfortable rows, including title and names.
float evolutionHeight(const EvolutionModel& model, float width);

/// Layers by tokens for the chosen output, the last layer on top as in the paper's figures. A click selects a layer.
/// Drawn by the GPU as one texture.
void drawEvolution(const Pen& pen, const EvolutionModel& model, MatrixRenderer* renderer,
                   const Rect& area, Colormap colormap, const Hover& hover, Commands& commands);

/// The same as a part of another panel, with its question mark.
void drawEvolutionAlone(const PanelDrawing& on, const Rect& area);

}  // namespace hw
