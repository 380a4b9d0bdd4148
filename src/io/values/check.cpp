// SPDX-License-Identifier: MIT
#include "io/values/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "core/matrix/row_totals.h"
#include "core/statistics/attention_sinks.h"
#include "core/statistics/head_statistics.h"
#include "io/tree/number_format.h"
#include "io/values/cause_warnings.h"
#include "io/values/scores.h"

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
    Tally negative;  // rows with a negative value
    Tally off;       // rows whose sum is not 1
    Tally zero;      // rows that sum to 0
    double worst = 1;
    double least = std::numeric_limits<double>::infinity();  // sums
    double most = -std::numeric_limits<double>::infinity();
    bool columns = true;  // wherever rows do not sum to 1, columns do
};

constexpr double tolerance = 0.01;

bool isOne(double sum) { return sum > 1 - tolerance && sum < 1 + tolerance; }

/// Whether each column of every head sums to 1, which means that queries and keys are probably swapped. O(values).
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

/// `cuts` are edges that were cut in a run, from this attention among others. Their rows sum to less than 1, which is
/// expected and not reported.
void lookAt(AttentionTensor& tensor, const std::string& place, Findings& findings,
            std::span<const CutEdge> cuts = {}, AttentionStack of = AttentionStack::encoder) {
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
                if (sum < 1 && isCutRow(cuts, of, layer, row)) continue;
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

std::string ofRows(std::uint64_t number, std::uint64_t rows) {
    return number == rows ? count(rows, "All {} row|All {} rows"_tr)
                          : formatText("{} of {} rows"_tr, {grouped(number), grouped(rows)});
}

/// The wording of each finding, and of the text about rows.
struct Wording {
    LocalizedText of;
    LocalizedText negative;
    LocalizedText negativeRemedy;
    LocalizedText zero;
    LocalizedText allZero;
    LocalizedText off;
    LocalizedText less;  // all sums are 1 or less
    LocalizedText swapped;
    Offer swap;
};
constexpr Wording ofAttention{
    {},
    "{} have negative values, which attention never has."_tr,
    "Save weights after the softmax, not scores before it. Flow is unavailable for negative values."_tr,
    "This is often padding. Such rows keep only their residual."_tr,
    "All attention values are 0."_tr,
    "Only rollout normalises them, after it adds the residual."_tr,
    "Only rollout normalises them, after it adds the residual. Attention sinks (GPT-OSS) cause such rows."_tr,
    "Queries and keys look swapped. Swap rows and columns on opening."_tr,
    Offer::transpose};
constexpr Wording ofContributions{
    "Contributions: {}"_tr,
    "{} have negative values."_tr,
    "Flow can’t be computed for them."_tr,
    "This is often padding. Such tokens receive nothing."_tr,
    "all are 0."_tr,
    "They are used unchanged."_tr,
    "They are used unchanged."_tr,
    "Queries and keys look swapped. Transpose the matrices and save again."_tr,
    Offer::none};

/// Avoids "All rows do not", which could mean some.
std::string offRows(std::uint64_t number, std::uint64_t rows) {
    if (number < rows) {
        return sayCount(formNumber(number),
                        "{} of {} rows does not sum to 1|{} of {} rows do not sum to 1"_tr,
                        {grouped(number), grouped(rows)});
    }
    return count(rows, "The only row does not sum to 1|None of the {} rows sums to 1"_tr);
}

void report(const Findings& findings, const Wording& words, std::vector<Problem>& warnings,
            const RowCause& cause = {}) {
    const auto warn = [&](const Tally& tally, std::string finding, LocalizedText remedy,
                          Offer offer = Offer::none) {
        if (!words.of.empty()) finding = formatText(words.of, {finding});
        warnings.push_back(
            {Code::badNumber, tally.first, std::move(finding), remedy, std::nullopt, offer});
    };
    const std::uint64_t rows = findings.rows;
    const auto warnOfRows = [&](const Tally& tally, LocalizedText finding, LocalizedText remedy) {
        if (tally.number > 0)
            warn(tally, formatText(finding, {ofRows(tally.number, rows)}), remedy);
    };
    warnOfRows(findings.missing, "{} have missing values (NaN, null or infinity)."_tr,
               "They are ignored, not treated as 0. Try float32 instead of half precision."_tr);
    if (findings.negative.number > 0) {
        if (const auto known = signsWarning(cause, ofRows(findings.negative.number, rows),
                                            findings.negative.first)) {
            warnings.push_back(*known);
            if (cause.kind != RowCause::Kind::maybeSigns) return;
        } else {
            warnOfRows(findings.negative, words.negative, words.negativeRemedy);
        }
    }
    if (findings.zero.number == rows && rows > 0)
        return warn(findings.zero, words.allZero, "Was the model run before saving?"_tr);
    // A row of one weight may be dropped as a whole.
    if (cause.kind != RowCause::Kind::dropout)
        warnOfRows(findings.zero, "{} are all 0."_tr, words.zero);
    if (findings.off.number == 0) return;
    const std::string off = offRows(findings.off.number, rows);
    if (findings.columns) {
        // Dividing the rows would hide it.
        warn(findings.off, formatText("{}, but all columns do."_tr, {off}), words.swapped,
             words.swap);
        return;
    }
    if (const auto known = causeWarning(cause, off, findings.off.first)) {
        warnings.push_back(*known);
        return;
    }
    const bool isPercent = findings.off.number == rows && findings.negative.number == 0 &&
                           findings.least > 99 && findings.most < 101;
    if (isPercent) {
        warn(findings.off,
             formatText("Weights look like percentages (row sums from {} to {})."_tr,
                        {decimal(findings.least), decimal(findings.most)}),
             "Divide rows by their sum on opening."_tr, Offer::normaliseRows);
        return;
    }
    warn(findings.off,
         findings.negative.number == 0
             ? formatText("{} (the farthest sums to {})."_tr, {off, decimal(findings.worst)})
             : formatText("{} (sums from {} to {})."_tr,
                          {off, decimal(findings.least), decimal(findings.most)}),
         findings.negative.number == 0 && findings.most < 1 + tolerance ? words.less : words.off,
         Offer::normaliseRows);
}

/// Unusual findings over any number of examples.
struct Check {
    Findings attention;
    Findings contributions;
    RowCause cause;        // of the first stack with rows that are off
    bool oneLayer = true;  // each has a single layer
    bool scores = false;   // which was reported; sums, signs and gaps follow from it

    void lookAt(Example& example, const std::string& place) {
        const bool joined = example.decoder.has_value();
        lookAt(example.attentions, place + (joined ? "encoder.attentions" : "attentions"),
               example.cuts, AttentionStack::encoder);
        io::lookAt(example.contributions, place + "contributions", contributions);
        oneLayer = oneLayer && !joined &&
                   std::max(example.attentions.layers, example.contributions.layers) == 1;
        if (!joined) return;
        lookAt(example.decoder->attentions, place + "decoder.attentions", example.cuts,
               AttentionStack::decoder);
        lookAt(example.decoder->cross, place + "cross.attentions", example.cuts,
               AttentionStack::cross);
    }

    void lookAt(AttentionTensor& tensor, const std::string& place, std::span<const CutEdge> cuts,
                AttentionStack of) {
        const std::uint64_t before = attention.off.number;
        io::lookAt(tensor, place, attention, cuts, of);
        if (of != AttentionStack::cross) tensor.sinks = attentionSinks(tensor);
        if (before == 0 && attention.off.number > 0 && !attention.columns) cause = causeOf(tensor);
    }

    void report(std::vector<Problem>& warnings) const {
        if (!scores) io::report(attention, ofAttention, warnings, cause);
        io::report(contributions, ofContributions, warnings);
        if (!oneLayer) return;
        warnings.push_back({Code::badShape, "", "With one layer, there is nothing to roll out."_tr,
                            "Save all layers."_tr, std::nullopt});
    }
};

}  // namespace

std::vector<Problem> checkExample(Example& example) {
    std::vector<Problem> warnings;
    Check check;
    check.oneLayer = false;  // a model has as many as it has
    check.lookAt(example, "");
    check.report(warnings);
    return warnings;
}

void checkDocument(Document& document) {
    if (document.examples.empty()) return;
    const bool several = document.examples.size() > 1;
    Check check;
    check.scores = findScores(document);
    for (std::size_t i = 0; i < document.examples.size(); ++i)
        check.lookAt(document.examples[i], several ? at("examples", i) + "." : "");
    check.report(document.warnings);
}

}  // namespace hw::io
