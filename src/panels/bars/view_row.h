// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "panels/bars/view_axis.h"

namespace hw {

/// Of a token's label: an output's is strong.
ImFont* barFace(const TokenRow& row);
/// What a row says when it is pointed at.
std::string barRowText(const BarsModel& model, const TokenRow& row);
/// Label, bar, outline of the previous layer, value, change of rank; of a value that is not there yet its range, if that is known.
void drawBarRow(const Pen& pen, const BarsModel& model, const TokenRow& row,
                const BarColumns& columns, float middle, float height, bool ghost, bool lit);

}  // namespace hw
