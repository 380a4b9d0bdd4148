// SPDX-License-Identifier: MIT
// Numbers in tables for people.
#pragma once

#include <string>
#include <vector>

namespace hw::cli {

/// Decimals for numbers that are read together, given the largest in size: three digits of it that mean something, at most nine decimals.
int decimalsFor(double largest);
/// One of them: "0.178", "-0.060"; "<0.001" or ">-0.001" for what would round to 0; "-" for NaN, and for what is not finite.
std::string columnNumber(double value, int decimals);
/// "0.012", "<0.001", "-" for NaN.
std::string pText(double p);
/// Rows of equal length as a table, each cell aligned at the right.
std::string rightAligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace hw::cli
