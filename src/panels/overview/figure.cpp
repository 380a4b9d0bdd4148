// SPDX-License-Identifier: MIT
#include "panels/figures.h"

namespace hw::figure {

/// Its panels have the figures.
constinit const FigureList overviewFigures = {};

}  // namespace hw::figure
