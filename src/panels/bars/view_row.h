// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "panels/bars/view_axis.h"

namespace hw {

/// The font of a token's label, bold for an output.
ImFont* barFace(const TokenRow& row);
/// The text of a row under the pointer.
std::string barRowText(const BarsModel& model, const TokenRow& row);
/// Label, bar, outline of the previous layer, value, change of rank. A value that is not computed yet shows its range,
/// if known.
void drawBarRow(const Pen& pen, const BarsModel& model, const TokenRow& row,
                const BarColumns& columns, float middle, float height, bool ghost, bool lit);

}  // namespace hw
