// SPDX-License-Identifier: MIT
// Numbers in tables for people.
#pragma once

#include <string>
#include <vector>

namespace hw::cli {

/// Decimals for numbers in one table, given the largest in size. It gets three significant digits, with at most nine
/// decimals.
int decimalsFor(double largest);
/// One number: "0.178", "-0.060"; "<0.001" or ">-0.001" if it would round to 0; "-" for NaN and infinity.
std::string columnNumber(double value, int decimals);
/// "0.012", "<0.001", "-" for NaN.
std::string pText(double p);
/// Rows of equal length as a table, with right-aligned cells.
std::string rightAligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace hw::cli
