// SPDX-License-Identifier: MIT
#include "io/values/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "core/matrix/half.h"
#include "core/matrix/row_totals.h"
#include "io/tree/words.h"

namespace hw::io {

namespace {

struct Tally {
    std::uint64_t number = 0;
    std::string first;
    void add(const std::string& place) {
        if (number++ == 0) first = place;
    }
};

struct Findings {
    std::uint64_t rows = 0;
    Tally missing;   // rows with NaN
    Tally negative;  // rows with a value below 0
    Tally off;       // rows whose sum is not 1
    Tally zero;      // rows that sum to 0
    double worst = 1;
    double least = std::numeric_limits<double>::infinity();  // sums
    double most = -std::numeric_limits<double>::infinity();
    bool columns = true;  // wherever rows do not sum to 1, columns do
};

constexpr double tolerance = 0.01;

bool isOne(double sum) { return sum > 1 - tolerance && sum < 1 + tolerance; }

/// Whether each column of every head sums to 1: then queries and keys are likely to be swapped. O(values).
bool columnsSumToOne(const AttentionTensor& tensor) {
    if (tensor.queries != tensor.keys || tensor.keys < 2) return false;
    std::vector<float> room;
    std::vector<double> sums(tensor.keys);
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const MatrixView matrix = tensor.matrix(layer, head, room);
            std::ranges::fill(sums, 0.0);
            for (int row = 0; row < matrix.rows; ++row) {
                for (int key = 0; key < matrix.cols; ++key)
                    sums[key] += static_cast<double>(matrix(row, key));
            }
            if (!std::ranges::all_of(sums, isOne)) return false;
        }
    }
    return true;
}

void lookAt(AttentionTensor& tensor, const std::string& place, Findings& findings) {
    const std::uint64_t offBefore = findings.off.number;
    std::vector<float> room;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const MatrixView matrix = tensor.matrix(layer, head, room);
            for (int row = 0; row < matrix.rows; ++row) {
                const auto [sum, lowest] = rowTotals(matrix.row(row));
                ++findings.rows;
                findings.least = std::min(findings.least, sum);
                findings.most = std::max(findings.most, sum);
                const bool fine = isOne(sum);
                if (fine && lowest == 0.0F) continue;
                const auto index = [](int value) { return static_cast<std::uint64_t>(value); };
                const std::string where = at(at(at(place, index(layer)), index(head)), index(row));
                if (!std::isfinite(sum)) tensor.hasMissing = true;
                const auto isBelow = [](float value) { return std::isfinite(value) && value < 0; };
                if (std::ranges::any_of(matrix.row(row), isBelow)) {
                    tensor.hasNegative = true;
                    findings.negative.add(where);
                }
                if (std::isnan(sum)) {
                    findings.missing.add(where);
                    continue;
                }

                if (sum == 0 && lowest == 0.0F) {
                    findings.zero.add(where);
                } else if (!fine) {
                    findings.off.add(where);
                    if (std::fabs(sum - 1) > std::fabs(findings.worst - 1)) findings.worst = sum;
                }
            }
        }
    }
    if (findings.off.number > offBefore && findings.columns)
        findings.columns = columnsSumToOne(tensor);
}

// Three digits behind the point, without the locale.
std::string decimal(double value) {
    if (!(std::fabs(value) < 1e12)) return value < 0 ? "a huge negative number" : "a huge number";
    const auto thousandths = static_cast<long long>(std::llround(value * 1000));
    const long long positive = thousandths < 0 ? -thousandths : thousandths;
    std::string fraction = std::to_string(positive % 1000);
    fraction.insert(0, 3 - fraction.size(), '0');
    return (thousandths < 0 ? "-" : "") + std::to_string(positive / 1000) + "." + fraction;
}

std::string ofRows(std::uint64_t number, std::uint64_t rows) {
    return number == rows ? "All " + count(rows, "row")
                          : grouped(number) + " of " + count(rows, "row");
}

/// What rows are called, and what is said of them.
struct Wording {
    const char* of;
    const char* negative;
    const char* negativeRemedy;
    const char* zero;
    const char* off;
};
constexpr Wording ofAttention{"", " hold negative values, which attention never has.",
                              "Save the weights after the softmax, not the scores before it. They "
                              "are used with their signs; in rollout a row whose sum is not above "
                              "0 keeps what it has, and flow refuses what is below 0.",
                              "Padding often looks like this; such rows keep their residual only.",
                              "They are used as they are; rollout divides the rows after the "
                              "residual."};
constexpr Wording ofContributions{
    "Contributions: ", " hold negative values.",
    "They are used as they are; flow, whose capacities are not below 0, cannot be computed.",
    "Padding often looks like this; such tokens take nothing from any token.",
    "They are used as they are; nothing is divided."};

/// "All rows do not" could mean some.
std::string offRows(std::uint64_t number, std::uint64_t rows) {
    if (number < rows) {
        return ofRows(number, rows) + (number == 1 ? " does not sum to 1" : " do not sum to 1");
    }
    return rows == 1 ? "The only row does not sum to 1"
                     : "None of the " + grouped(rows) + " rows sums to 1";
}

void report(const Findings& findings, const Wording& words, Document& document) {
    const auto warn = [&](Code code, const Tally& tally, std::string finding, std::string remedy,
                          Offer offer = Offer::none) {
        document.warnings.push_back(
            {code, tally.first, words.of + finding, std::move(remedy), std::nullopt, offer});
    };
    const std::uint64_t rows = findings.rows;
    if (findings.missing.number > 0) {
        warn(
            Code::badNumber, findings.missing,
            ofRows(findings.missing.number, rows) + " hold missing values (NaN, null or infinity).",
            "They are gaps in what is shown, not zeros, and carry nothing in rollout and flow; "
            "half "
            "precision often causes them, so try float32.");
    }
    if (findings.negative.number > 0) {
        warn(Code::badNumber, findings.negative,
             ofRows(findings.negative.number, rows) + words.negative, words.negativeRemedy);
    }
    if (findings.zero.number == rows && rows > 0) {
        warn(Code::badNumber, findings.zero,
             *words.of ? "all are 0." : "All attention values are 0.",
             "Was the model run before saving?");
        return;
    }
    if (findings.zero.number > 0) {
        warn(Code::badNumber, findings.zero, ofRows(findings.zero.number, rows) + " are all 0.",
             words.zero);
    }
    if (findings.off.number > 0 && findings.columns) {
        // Dividing the rows would hide it.
        warn(Code::badNumber, findings.off,
             offRows(findings.off.number, rows) + ", but all columns do.",
             "Queries and keys are swapped, it seems: a row is a query here, and a column a key. "
             "Transpose the matrices and save them again.");
    } else if (findings.off.number > 0) {
        warn(Code::badNumber, findings.off,
             offRows(findings.off.number, rows) +
                 (findings.negative.number == 0
                      ? "; the farthest sums to " + decimal(findings.worst) + "."
                      : "; the sums go from " + decimal(findings.least) + " to " +
                            decimal(findings.most) + "."),
             words.off, Offer::normaliseRows);
    }
}

}  // namespace

void addReadingWarnings(const Tree& tree, Document& document) {
    document.infinities += tree.infinities + tree.overflows;
    for (const Tree::Duplicate& duplicate : tree.duplicates) {
        document.warnings.push_back(problemAt(Code::syntax, duplicate.place, duplicate.byte,
                                              "This key is given twice; the last one is used.",
                                              "Remove one of them."));
    }
    if (tree.repairedText > 0) {
        document.warnings.push_back(
            problemAt(Code::syntax, "", tree.repairedTextByte,
                      count(tree.repairedText, "character") +
                          " of the texts could not be read and became U+FFFD.",
                      "Write the file as UTF-8."));
    }
    if (tree.overflows > 0) {
        document.warnings.push_back(
            problemAt(Code::badNumber, tree.overflowPlace, tree.overflowByte,
                      (tree.overflows == 1 ? std::string("A number is")
                                           : grouped(tree.overflows) + " numbers are") +
                          " too large for float32 and treated as missing.",
                      "Attention lies between 0 and 1; check how the file was made."));
    }
}

namespace {

void divide(std::span<float> row) {
    double sum = 0;
    for (const float value : row) sum += static_cast<double>(value);
    if (!(sum > 0) || std::isinf(sum)) return;
    for (float& value : row) value = static_cast<float>(static_cast<double>(value) / sum);
}

void divideRows(AttentionTensor& tensor) {
    const std::size_t keys = tensor.keys;
    if (!tensor.isHalf()) {
        for (std::size_t at = 0; keys > 0 && at + keys <= tensor.values.size(); at += keys)
            divide(std::span(tensor.values).subspan(at, keys));
        return;
    }
    std::vector<float> row(keys);
    for (std::size_t at = 0; keys > 0 && at + keys <= tensor.halves.size(); at += keys) {
        const auto halves = std::span(tensor.halves).subspan(at, keys);
        std::transform(halves.begin(), halves.end(), row.begin(), halfToFloat);
        divide(row);
        std::transform(row.begin(), row.end(), halves.begin(), floatToHalf);
    }
}

}  // namespace

void normaliseRows(Document& document) {
    for (Example& example : document.examples) {
        divideRows(example.attentions);
        divideRows(example.contributions);
        if (!example.decoder) continue;
        divideRows(example.decoder->attentions);
        divideRows(example.decoder->cross);
    }
    document.warnings.push_back({Code::badNumber, "", "Each row was divided by its sum on opening.",
                                 "Open the file without that choice to use the rows as they are.",
                                 std::nullopt, Offer::asInFile});
}

void tellChoices(const OpenOptions& options, Document& document) {
    const auto tell = [&](std::string finding, std::string remedy) {
        document.warnings.push_back({Code::badNumber, "", std::move(finding), std::move(remedy),
                                     std::nullopt, Offer::asInFile});
    };
    if (options.averageHeads) {
        tell("The heads were averaged on opening: each layer has one, their mean.",
             "Open the file without that choice to have single heads, maximum and minimum.");
    }
    if (options.halfWeights) {
        tell("Attention is kept as 16-bit numbers: each is off by at most 0.05 % of itself.",
             "Open the file without that choice for all digits.");
    }
}

void checkDocument(Document& document) {
    Findings findings;
    Findings contributed;
    const bool several = document.examples.size() > 1;
    bool oneLayer = !document.examples.empty();
    for (std::size_t i = 0; i < document.examples.size(); ++i) {
        Example& example = document.examples[i];
        const std::string place = several ? at("examples", i) + "." : "";
        const bool joined = example.decoder.has_value();
        lookAt(example.attentions, place + (joined ? "encoder.attentions" : "attentions"),
               findings);
        lookAt(example.contributions, place + "contributions", contributed);
        oneLayer = oneLayer && !joined &&
                   std::max(example.attentions.layers, example.contributions.layers) == 1;
        if (!joined) continue;
        lookAt(example.decoder->attentions, place + "decoder.attentions", findings);
        lookAt(example.decoder->cross, place + "cross.attentions", findings);
    }
    report(findings, ofAttention, document);
    report(contributed, ofContributions, document);
    if (oneLayer) {
        document.warnings.push_back(
            {Code::badShape, "", "There is one layer only, so there is nothing to roll out.",
             "Save all layers to watch attention move through the model.", std::nullopt});
    }
}

}  // namespace hw::io
