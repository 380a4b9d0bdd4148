// SPDX-License-Identifier: MIT
// Numbers that can be negative, with a minus sign as print has it.
#pragma once

#include <string>

namespace hw {

/// "0.178", "−0.06", as shownNumber (app/view_models.h) has the digits.
std::string signedNumber(double value);
/// The same with a plus before what is above 0.
std::string differenceNumber(double value);
/// Two digits after the point: "0.50", "−0.06".
std::string twoDecimals(double value);
/// A correlation: "0.53", "−0.06", "–" for none.
std::string correlationNumber(double value);
/// Without the 0 before the point, where room is short: ".53", "−.06", "–".
std::string shortCorrelation(double value);

}  // namespace hw
