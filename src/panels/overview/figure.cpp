// SPDX-License-Identifier: MIT
#include "panels/figures.h"

namespace hw::figure {

/// Those of the panels that it is made of.
constinit const FigureList overviewFigures = {};

}  // namespace hw::figure
