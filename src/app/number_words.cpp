// SPDX-License-Identifier: MIT
#include "app/number_words.h"

#include <cmath>
#include <cstdio>

#include "app/view_models.h"

namespace hw {

std::string signedNumber(double value) {
    return value < 0 ? "−" + shownNumber(-value) : shownNumber(value);
}

std::string differenceNumber(double value) { return (value > 0 ? "+" : "") + signedNumber(value); }

std::string twoDecimals(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", std::abs(value));
    return (value < 0 ? "−" : "") + std::string(text);
}

std::string correlationNumber(double value) { return std::isnan(value) ? "–" : twoDecimals(value); }

std::string shortCorrelation(double value) {
    if (std::isnan(value)) return "–";
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", std::abs(value));
    std::string digits(text[0] == '0' ? text + 1 : text);
    return (value < -0.005 ? "−" : "") + digits;
}

}  // namespace hw
