// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "figure/svg.h"
#include "panels/evolution/model.h"
#include "panels/evolution/multiples_model.h"
#include "render/colormap.h"

namespace hw::figure {

/// Abnar & Zuidema's figure, drawn below `top`: layers by tokens. Returns the height. O(values).
float drawEvolutionFigure(Svg& svg, const EvolutionModel& model, Ramp ramp, float top);

/// One matrix per layer, drawn below `top`, all on one scale of `unit`. Returns the height. O(values).
float drawMultiplesFigure(Svg& svg, const MultiplesModel& model, Ramp ramp, std::string_view unit,
                          float top);

}  // namespace hw::figure
