// SPDX-License-Identifier: MIT
#include "io/values/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/matrix/half.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr float maskedBelow = -5'000.0F;

/// Calls `row` with each row of a tensor, as float32, and stores the result. O(values).
template <class Row>
void eachRow(AttentionTensor& tensor, Row row) {
    const std::size_t keys = tensor.keys;
    if (keys == 0) return;
    if (!tensor.isHalf()) {
        for (std::size_t at = 0; at + keys <= tensor.values.size(); at += keys)
            row(std::span(tensor.values).subspan(at, keys));
        return;
    }
    std::vector<float> floats(keys);
    for (std::size_t at = 0; at + keys <= tensor.halves.size(); at += keys) {
        const auto halves = std::span(tensor.halves).subspan(at, keys);
        std::ranges::transform(halves, floats.begin(), halfToFloat);
        row(std::span(floats));
        std::ranges::transform(floats, halves.begin(), floatToHalf);
    }
}

template <class Row>
void eachRow(Document& document, Row row) {
    for (Example& example : document.examples) {
        eachRow(example.attentions, row);
        if (!example.decoder) continue;
        eachRow(example.decoder->attentions, row);
        eachRow(example.decoder->cross, row);
    }
}

void softmax(std::span<float> row) {
    double most = -std::numeric_limits<double>::infinity();
    for (const float value : row) {
        if (std::isfinite(value)) most = std::max(most, static_cast<double>(value));
    }
    if (!std::isfinite(most)) return;
    const auto power = [&](float value) {
        return std::isfinite(value) ? std::exp(static_cast<double>(value) - most) : 0.0;
    };
    double sum = 0;
    for (const float value : row) sum += power(value);
    for (float& value : row) value = static_cast<float>(power(value) / sum);
}

struct ScoreCounts {
    std::uint64_t rows = 0;      // with two values or more
    std::uint64_t one = 0;       // that sum to 1
    std::uint64_t absolute = 0;  // whose absolute values do
    std::uint64_t values = 0;
    std::uint64_t negative = 0;  // values
    std::uint64_t masked = 0;    // values
    std::uint64_t alike = 0;     // rows whose sum is positive and equals that of the row before
    double sum = 0;              // of the row before
    bool byValue = false;        // masked by a number, such as -10,000
    double least = 0;
    double most = 0;
};

void add(ScoreCounts& counts, std::span<const float> row) {
    double sum = 0;
    double absolute = 0;
    int values = 0;
    for (const float value : row) {
        if (!std::isfinite(value) || value <= maskedBelow) {
            ++counts.masked;
            counts.byValue = counts.byValue || value <= maskedBelow;
            continue;
        }
        ++values;
        sum += static_cast<double>(value);
        absolute += std::fabs(static_cast<double>(value));
        ++counts.values;
        if (value < 0) ++counts.negative;
        counts.least = std::min(counts.least, static_cast<double>(value));
        counts.most = std::max(counts.most, static_cast<double>(value));
    }
    if (values < 2) return;
    ++counts.rows;
    if (std::fabs(sum - 1) < 0.02) ++counts.one;
    if (sum > 0 && std::fabs(sum - counts.sum) < 0.01) ++counts.alike;
    counts.sum = sum;
    if (std::fabs(absolute - 1) < 0.02) ++counts.absolute;
}

std::string short2(double value) {
    const auto tenths = static_cast<long long>(std::llround(value * 10));
    const long long positive = tenths < 0 ? -tenths : tenths;
    return inLanguage((tenths < 0 ? "-" : "") + std::to_string(positive / 10) + "." +
                      std::to_string(positive % 10));
}

}  // namespace

void applySoftmax(Document& document) {
    eachRow(document, softmax);
    document.warnings.push_back({Code::badNumber, "", "The softmax was applied on opening."_tr,
                                 "Open the file without that choice to undo this."_tr, std::nullopt,
                                 Offer::asInFile});
}

void takeAbsolute(Document& document) {
    eachRow(document, [](std::span<float> row) {
        for (float& value : row) value = std::fabs(value);
    });
    document.warnings.push_back({Code::badNumber, "", "Absolute values were taken on opening."_tr,
                                 "Open the file without that choice to undo this."_tr, std::nullopt,
                                 Offer::asInFile});
}

bool findScores(Document& document) {
    ScoreCounts counts;
    eachRow(document, [&](std::span<const float> row) { add(counts, row); });
    const bool fewSums = counts.one * 10 <= counts.rows && counts.absolute * 2 < counts.rows;
    // A softmax makes no infinity. Weights whose sign dropout has changed stay near 1.
    const bool masked = document.infinities > 0 || counts.byValue;
    const bool below = counts.negative * 4 >= counts.values ||
                       (counts.negative > 0 && std::max(counts.most, -counts.least) > 1.5);
    // All rows of a head have one sum in differential attention, whose weights may be negative.
    const bool differences = counts.most <= 1 && counts.least >= -1 && counts.masked == 0 &&
                             counts.alike * 10 >= counts.rows * 6;
    const bool moderate = counts.least > -1'000 && counts.most < 1'000;
    if (counts.rows == 0 || !fewSums || !moderate || differences || !(masked || below))
        return false;
    std::uint64_t masks = 0;
    eachRow(document, [&](std::span<float> row) {
        for (float& value : row) {
            if (!(value <= maskedBelow)) continue;
            value = std::numeric_limits<float>::quiet_NaN();
            ++masks;
        }
    });
    document.infinities += masks;
    document.warnings.push_back(
        {Code::badNumber, "attentions",
         formatText("These are scores before the softmax, not weights (from {} to {}; {})."_tr,
                    {short2(counts.least), short2(counts.most),
                     count(counts.masked, "{} value is masked|{} values are masked"_tr)}),
         "Apply the softmax on opening, or save the weights after it. Without it, masked values count as missing."_tr,
         std::nullopt, Offer::softmax});
    return true;
}

}  // namespace hw::io
