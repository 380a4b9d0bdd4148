// SPDX-License-Identifier: MIT
#include "panels/figures.h"

namespace hw::figure {

// Each view has its own buttons to save its content (web/model/sheets).
constinit const FigureList wordsFigures = {};
constinit const FigureList lensFigures = {};
constinit const FigureList swapFigures = {};
constinit const FigureList experimentFigures = {};
constinit const FigureList decidesFigures = {};
constinit const FigureList circuitFigures = {};
constinit const FigureList patchesFigures = {};
constinit const FigureList contactsFigures = {};
constinit const FigureList soundFigures = {};

}  // namespace hw::figure
