// SPDX-License-Identifier: MIT
// Numbers as views, mirror and figures write them alike.
#pragma once

#include <string>

namespace hw {

/// In place of a number that the file has no weights for (core/methods/missing.h).
inline constexpr const char* missingWord = "missing";

/// Digits after the point of most numbers.
inline constexpr int fewestDecimals = 3;
/// Digits after the point for a set of numbers that are read together, by the largest of them (its sign does not
/// matter): three that count, at least fewestDecimals. Where six would not do, below 0.0001, fewestDecimals, and
/// shownNumber writes powers of ten.
int decimalsFor(double largest);
/// One of a set: "0.178", with five decimals "0.00812"; what they cannot tell from 0 as "2.1e-06"; "0" for zero, a
/// dash for NaN.
std::string shownNumber(double value, int decimals);
/// A number by itself, a set of one.
std::string shownNumber(double value);
/// "0.178", "−0.060".
std::string signedNumber(double value, int decimals = fewestDecimals);
/// The same with a plus before what is above 0.
std::string differenceNumber(double value, int decimals = fewestDecimals);
/// A number that a slider or a step makes, as people write it: 0.38, not 0.37999999999999995.
double settingNumber(double value);
/// Two digits after the point: "0.50", "−0.06".
std::string twoDecimals(double value);
/// A correlation: "0.53", "−0.06", "–" for none.
std::string correlationNumber(double value);
/// Without the 0 before the point, where room is short: ".53", "−.06", "–".
std::string shortCorrelation(double value);

}  // namespace hw
