// SPDX-License-Identifier: MIT
// Formatting of numbers, shared by views, mirror and figures.
#pragma once

#include <string>

#include "core/localized_text.h"

namespace hw {

/// Shown in place of a number for which the file has no weights (core/methods/missing.h).
inline constexpr LocalizedText missingWord = "missing"_tr;

/// Number of decimals in most numbers.
inline constexpr int fewestDecimals = 3;
/// Number of decimals for a set of numbers that are read together, given the largest of them (its sign does not
/// matter). Gives three significant digits, and at least fewestDecimals. If six decimals are not enough, below 0.0001,
/// it is powersOfTen.
int decimalsFor(double largest);
/// For a set of tiny numbers, which are shown in powers of ten.
inline constexpr int powersOfTen = 9;
/// One of a set, such as "0.178", or "0.00812" with five decimals. Whole from 1000 on, "1.2e+06" from a million.
/// "<0.001" for values that would round to 0, or "2.1e-06" in a set in powers of ten. "0" for zero, a dash for NaN.
std::string shownNumber(double value, int decimals);
/// A single number, as a set of one.
std::string shownNumber(double value);
/// "0.178", "−0.060", ">−0.001".
std::string signedNumber(double value, int decimals = fewestDecimals);
/// The same with a plus sign if positive.
std::string differenceNumber(double value, int decimals = fewestDecimals);
/// A number from a slider or a step without rounding errors: 0.38, not 0.37999999999999995.
double settingNumber(double value);
/// Two decimals: "0.50", "−0.06".
std::string twoDecimals(double value);
/// An upper limit of a value: "≤ 0.412".
std::string atMostText(double most, int decimals);
/// "between 0.012 and 0.412, not exact yet", rounded outwards, so that the value is in between.
std::string numberRangeText(double least, double most, int decimals);
/// A correlation, such as "0.53" or "−0.06", or "–" for none.
std::string correlationNumber(double value);
/// Without the leading 0, for short space: ".53", "−.06", "–".
std::string shortCorrelation(double value);
/// A probability or p with three decimals, without the leading 0, such as ".012" or "1", or "–" for none.
std::string shortProbability(double value);

}  // namespace hw
