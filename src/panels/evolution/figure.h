// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "figure/svg.h"
#include "panels/evolution/model.h"
#include "panels/evolution/multiples_model.h"
#include "render/colormap.h"

namespace hw::figure {

/// The paper's figure below `top`: a row a layer, a column a token. Returns the height. O(values).
float drawEvolutionFigure(Svg& svg, const EvolutionModel& model, Ramp ramp, float top);

/// A matrix for every layer below `top`, all on one scale of `unit`. Returns the height. O(values).
float drawMultiplesFigure(Svg& svg, const MultiplesModel& model, Ramp ramp, std::string_view unit,
                          float top);

}  // namespace hw::figure
