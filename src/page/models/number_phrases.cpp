// SPDX-License-Identifier: MIT
#include "page/models/number_phrases.h"

#include <cmath>
#include <cstdio>

namespace hw {
namespace {

std::string upwards(double value, int decimals) {
    const double steps = std::pow(10.0, decimals);
    return shownNumber(std::ceil(value * steps) / steps, decimals);
}

std::string downwards(double value, int decimals) {
    const double steps = std::pow(10.0, decimals);
    return shownNumber(std::floor(value * steps) / steps, decimals);
}

}  // namespace

int decimalsFor(double largest) {
    const double size = std::abs(largest);
    if (!(size > 0)) return fewestDecimals;  // true for NaN, too
    if (size < 1e-4) return powersOfTen;
    return fewestDecimals + (size < 0.1) + (size < 0.01) + (size < 0.001);
}

std::string shownNumber(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (value == 0) return "0";
    char text[32];
    const double size = std::abs(value);
    const double step = std::pow(10, -decimals);
    if (decimals >= powersOfTen && size < 1000) {
        std::snprintf(text, sizeof text, size < 1e-3 ? "%.1e" : "%.3f", value);
    } else if (size < step / 2) {
        std::snprintf(text, sizeof text, value < 0 ? ">-%.*f" : "<%.*f", decimals, step);
    } else if (size < 1000) {
        std::snprintf(text, sizeof text, "%.*f", decimals, value);
    } else if (size >= 1000 && size < 999'999.5) {  // "3921", not "3.9e+03"
        std::snprintf(text, sizeof text, "%.0f", value);
    } else {
        std::snprintf(text, sizeof text, "%.1e", value);
    }
    return inLanguage(text);
}

std::string shownNumber(double value) { return shownNumber(value, decimalsFor(value)); }

std::string signedNumber(double value, int decimals) {
    const std::string size = shownNumber(std::abs(value), decimals);
    if (!(value < 0)) return size;
    return size.starts_with('<') ? ">−" + size.substr(1) : "−" + size;
}

std::string differenceNumber(double value, int decimals) {
    const std::string shown = signedNumber(value, decimals);
    if (!(value > 0)) return shown;
    return shown.starts_with('<') ? "<+" + shown.substr(1) : "+" + shown;
}

double settingNumber(double value) { return std::round(value * 1e6) / 1e6; }

std::string twoDecimals(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", std::abs(value));
    return (value < 0 ? "−" : "") + inLanguage(text);
}

std::string correlationNumber(double value) { return std::isnan(value) ? "–" : twoDecimals(value); }

std::string shortCorrelation(double value) {
    if (std::isnan(value)) return "–";
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", std::abs(value));
    std::string digits(text[0] == '0' ? text + 1 : text);
    return (value < -0.005 ? "−" : "") + inLanguage(digits);
}

std::string shortProbability(double value) {
    if (std::isnan(value)) return "–";
    char text[16];
    std::snprintf(text, sizeof text, "%.3f", value);
    return text[0] == '0' ? inLanguage(text + 1) : "1";
}

std::string atMostText(double most, int decimals) { return "≤ " + upwards(most, decimals); }

std::string numberRangeText(double least, double most, int decimals) {
    return formatText("between {} and {}, not exact yet"_tr,
                      {downwards(least, decimals), upwards(most, decimals)});
}

}  // namespace hw
