// SPDX-License-Identifier: MIT
// Numbers in tables for people.
#pragma once

#include <string>

namespace hw::cli {

/// Four digits that mean something; wide numbers stay whole; "-" for NaN.
std::string shortNumber(double value);
/// "0.012", "<0.001", "-" for NaN.
std::string pText(double p);

}  // namespace hw::cli
