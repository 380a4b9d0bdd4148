// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/experiment_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "cli/output/table_numbers.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "core/report/ranked_tokens.h"
#include "io/write/export.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double mostValue = 1e30;
constexpr int mostUnits = 65536;

/// One method on one text. How much the value changes when its first k units are cut.
struct Curve {
    std::vector<double> ranked;
    std::vector<double> random;
    double area = nothing;
};

/// One text.
struct Line {
    std::string cluster;
    std::vector<int> counts;
    std::vector<Curve> curves;  ///< one per method
};

bool hasMethod(std::string_view text, std::string_view method) {
    const auto tree = readJson(text);
    if (!tree) return false;
    const io::NodeId all = tree->find(io::Tree::root, "methods");
    return all != io::none && tree->find(all, method) != io::none;
}

std::optional<Line> readLine(std::string_view text, const std::vector<std::string>& methods) {
    const auto tree = readJson(text);
    if (!tree) return std::nullopt;
    ObjectReader object(*tree, io::Tree::root);
    Line line;
    if (object.has("cluster")) line.cluster = object.text("cluster");
    for (const std::int64_t count : object.wholes("counts", 1, mostUnits))
        line.counts.push_back(static_cast<int>(count));
    const io::NodeId value = tree->find(io::Tree::root, "value");
    const io::NodeId all = tree->find(io::Tree::root, "methods");
    if (!object.isGood() || value == io::none || !tree->is(value, io::Kind::number) ||
        all == io::none || !std::ranges::is_sorted(line.counts, std::ranges::less_equal()))
        return std::nullopt;
    const double uncut = tree->number(value);
    for (const std::string& method : methods) {
        const io::NodeId node = tree->find(all, method);
        if (node == io::none) return std::nullopt;
        ObjectReader own(*tree, node);
        Curve curve{own.numbers("values", mostValue), own.numbers("random", mostValue), nothing};
        if (!own.isGood() || curve.ranked.size() != line.counts.size() ||
            curve.random.size() != line.counts.size())
            return std::nullopt;
        double area = 0;
        for (std::size_t i = 0; i < line.counts.size(); ++i) {
            area += curve.random[i] - curve.ranked[i];
            curve.ranked[i] -= uncut;
            curve.random[i] -= uncut;
        }
        if (!line.counts.empty()) curve.area = area / static_cast<double>(line.counts.size());
        line.curves.push_back(std::move(curve));
    }
    return line;
}

std::vector<int> countsOf(const std::vector<Line>& lines) {
    std::vector<int> counts;
    for (const Line& line : lines)
        for (const int count : line.counts)
            if (std::ranges::find(counts, count) == counts.end()) counts.push_back(count);
    std::ranges::sort(counts);
    return counts;
}

/// Makes the table's numbers, each from one number per text.
class Table {
public:
    Table(const std::vector<Line>& lines, int seed)
        : lines_(lines), seed_(static_cast<std::uint32_t>(seed)) {
        for (const Line& line : lines) clusters_.add(line.cluster);
    }

    ExperimentTable of(const std::vector<std::string>& methods) const {
        ExperimentTable table;
        table.examples = static_cast<int>(lines_.size());
        table.clusters = clusters_.count();
        const std::vector<int> counts = countsOf(lines_);
        for (std::size_t at = 0; at < methods.size(); ++at)
            table.methods.push_back(curveOf(methods[at], at, counts));
        std::vector<double> p;
        for (const MethodCurve& curve : table.methods)
            p.push_back(curve.method == nearestFirst ? nothing : curve.test.p);
        const std::vector<double> holm = holmAdjusted(p);
        for (std::size_t i = 0; i < holm.size(); ++i) table.methods[i].holm = holm[i];
        addPairs(table);
        return table;
    }

private:
    MethodCurve curveOf(const std::string& method, std::size_t at,
                        const std::vector<int>& counts) const {
        const auto areas = each([&](const Line& line) { return line.curves[at].area; });
        MethodCurve curve{method, interval(areas), test(areas), nothing, {}};
        for (const int count : counts) {
            const auto valuesAt = [&](std::vector<double> Curve::* member) {
                return interval(each([&](const Line& line) {
                    const auto place = std::ranges::find(line.counts, count) - line.counts.begin();
                    return std::cmp_less(place, line.counts.size())
                               ? (line.curves[at].*member)[static_cast<std::size_t>(place)]
                               : nothing;
                }));
            };
            curve.points.push_back({count, valuesAt(&Curve::ranked), valuesAt(&Curve::random)});
        }
        return curve;
    }

    void addPairs(ExperimentTable& table) const {
        std::vector<double> p;
        for (std::size_t a = 0; a < table.methods.size(); ++a)
            for (std::size_t b = a + 1; b < table.methods.size(); ++b) {
                const auto differences = each(
                    [&](const Line& line) { return line.curves[a].area - line.curves[b].area; });
                table.pairs.push_back({table.methods[a].method, table.methods[b].method,
                                       interval(differences), test(differences)});
                p.push_back(table.pairs.back().test.p);
            }
        const std::vector<double> holm = holmAdjusted(p);
        for (std::size_t i = 0; i < holm.size(); ++i) table.pairs[i].holm = holm[i];
    }

    template <class Number>
    std::vector<double> each(const Number& number) const {
        std::vector<double> values;
        for (const Line& line : lines_) values.push_back(number(line));
        return values;
    }
    MeanInterval interval(const std::vector<double>& values) const {
        return meanInterval(values, clusters_.numbers());
    }
    SignFlips test(const std::vector<double>& values) const {
        return signFlipTest(clusterSums(values, clusters_.numbers()), seed_);
    }

    const std::vector<Line>& lines_;
    std::uint32_t seed_;
    Clusters clusters_;
};

}  // namespace

Result<ExperimentTable> readExperiments(const std::string& folder, const BatchOptions& options) {
    std::vector<std::string> methods = methodsOf(options.experiment);
    auto source = ByteSource::openOutput(folder + "/results.jsonl");
    if (!source) return std::unexpected(source.error());
    LineReader reader(std::move(*source));
    std::vector<Line> lines;
    std::string text;
    for (;;) {
        const auto more = reader.next(text, longestRecordLine);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
        // Only some models have a position that units can be near to.
        if (lines.empty() && !hasMethod(text, nearestFirst)) std::erase(methods, nearestFirst);
        auto line = readLine(text, methods);
        if (!line)
            return refusal(Code::notRecognised, folder,
                           "Line " + numberText(lines.size() + 1) +
                               " of its results.jsonl was not written by batch experiment.",
                           "Start again in an empty folder.");
        lines.push_back(std::move(*line));
    }
    return Table(lines, options.experiment.seed).of(methods);
}

namespace {

constexpr int nameWidth = 12;
constexpr int cellWidth = 9;

std::string left(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

std::string right(const std::string& text, std::size_t width) {
    return std::string(width > text.size() ? width - text.size() : 1, ' ') + text;
}

std::string interval(const MeanInterval& mean, int decimals) {
    return right(columnNumber(mean.mean, decimals), cellWidth) + " [" +
           columnNumber(mean.low, decimals) + ", " + columnNumber(mean.high, decimals) + ']';
}

/// The decimals for all numbers of a list. `takes(item, take)` passes an item's numbers to `take`.
template <class Items, class Takes>
int decimalsOf(const Items& items, const Takes& takes) {
    double largest = 0;
    for (const auto& item : items)
        takes(item, [&](double value) { largest = std::fmax(largest, std::abs(value)); });
    return decimalsFor(largest);
}

/// "p 0.031 (all 32 sign flips), 0.094 after Holm"
std::string testText(const SignFlips& test, double holm) {
    std::string text = "p " + pText(test.p) + (test.isExact ? " (all " : " (") +
                       numberText(test.flips) + (test.isExact ? "" : " random") + " sign flips)";
    if (!std::isnan(holm)) text += ", " + pText(holm) + " after Holm";
    return text;
}

constexpr double mostChance = 0.05;

/// "gradients, flow", or empty if there are no names.
std::string listOf(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

/// The methods that the table shows to be better than chance, and whether it could have shown any.
std::string verdictText(const ExperimentTable& table) {
    std::vector<std::string> random;
    std::vector<std::string> nearest;
    const bool hasNearest = !table.methods.empty() && table.methods.back().method == nearestFirst;
    for (const MethodCurve& curve : table.methods)
        if (curve.area.mean > 0 && curve.holm < mostChance) random.push_back(curve.method);
    for (const MethodPair& pair : table.pairs)
        if (pair.second == nearestFirst && pair.difference.mean > 0 && pair.holm < mostChance)
            nearest.push_back(pair.first);
    const auto line = [](std::string_view than, const std::vector<std::string>& methods) {
        return "Better than " + std::string(than) +
               " (p < 0.05 after Holm): " + (methods.empty() ? "none" : listOf(methods)) + '\n';
    };
    std::string text = '\n' + line("random cuts", random);
    if (hasNearest) text += line("cutting the nearest first", nearest);
    constexpr int leastObservations = 6;  // 2 / 2^n < 0.05
    if (table.clusters < leastObservations)
        text += std::string("Too few ") + (table.clusters < table.examples ? "clusters" : "texts") +
                ": with fewer than 6 no p can be below 0.05.\n";
    return text;
}

void writeMean(JsonWriter& json, std::string_view key, const MeanInterval& mean) {
    json.key(key).beginObject().field("examples", mean.count).field("mean", mean.mean);
    json.field("low", mean.low).field("high", mean.high).endObject();
}

void writeTest(JsonWriter& json, const SignFlips& test) {
    json.field("p", test.p).field("exact", test.isExact);
    json.field("flips", static_cast<unsigned long long>(test.flips));
}

std::string cellsOf(const MeanInterval& mean) {
    std::string cells = numberText(mean.count);
    for (const double value : {mean.mean, mean.low, mean.high})
        cells += ',' + (std::isfinite(value) ? numberText(value) : std::string());
    return cells;
}

std::string cellsOf(const SignFlips& test) {
    return numberText(test.p) + ',' + (test.isExact ? "all," : "random,") + numberText(test.flips);
}

/// The cells of a missing test.
constexpr std::string_view noTest = ",,";

bool ofTokens(const BatchOptions& options) {
    return options.experiment.units == ExperimentUnits::tokens;
}

/// How the units are cut, "cut (weight to zero)" or "tested by hide".
std::string describeCuts(const BatchOptions& options) {
    switch (options.experiment.units) {
        case ExperimentUnits::edges:
            return options.model.recipe.rule == service::Rule::zero ? "cut (weight to zero)"
                                                                    : "cut (rows renormalised)";
        case ExperimentUnits::heads: return "cut (output to zero)";
        case ExperimentUnits::tokens: return "tested by " + testOf(options.model);
        case ExperimentUnits::patches: return "wiped";
    }
    return {};
}

}  // namespace

std::string experimentText(const ExperimentTable& table, const BatchOptions& options) {
    const BatchExperiment& experiment = options.experiment;
    std::string text = numberText(table.examples) + (table.examples == 1 ? " text, " : " texts, ");
    text += std::string(nameOf(experiment.units)) + ' ' + describeCuts(options) +
            "; 95 % intervals by Student's t";
    if (table.clusters < table.examples)
        text += " over " + numberText(table.clusters) + " clusters of texts";
    text += "\n\n";
    if (table.examples == 0)
        return text + "No text could be used: failed.jsonl in the folder says why.\n";
    if (ofTokens(options)) text += rankedAmong(options.model.among) + '\n';
    text += "Change of the value, by the number of " + std::string(nameOf(experiment.units)) +
            ":\n" + left("method", nameWidth);
    if (!table.methods.empty())
        for (const CurvePoint& point : table.methods.front().points)
            text += right(numberText(point.count), cellWidth);
    text += '\n';
    int decimals = decimalsOf(table.methods, [](const MethodCurve& curve, const auto& take) {
        for (const CurvePoint& point : curve.points)
            take(point.ranked.mean), take(point.random.mean);
    });
    for (const MethodCurve& curve : table.methods) {
        text += left(curve.method, nameWidth);
        for (const CurvePoint& point : curve.points)
            text += right(columnNumber(point.ranked.mean, decimals), cellWidth);
        text += '\n' + left("  random", nameWidth);
        for (const CurvePoint& point : curve.points)
            text += right(columnNumber(point.random.mean, decimals), cellWidth);
        text += '\n';
    }
    decimals = decimalsOf(
        table.methods, [](const MethodCurve& curve, const auto& take) { take(curve.area.mean); });
    text += "\nArea between random and ranked, mean over the counts:\n";
    for (const MethodCurve& curve : table.methods)
        text += left(curve.method, nameWidth) + interval(curve.area, decimals) + ", " +
                testText(curve.test, curve.holm) + '\n';
    if (table.pairs.empty()) return text + verdictText(table);
    text += "\nDifferences of the areas, text by text:\n";
    decimals = decimalsOf(
        table.pairs, [](const MethodPair& pair, const auto& take) { take(pair.difference.mean); });
    for (const MethodPair& pair : table.pairs)
        text += left(pair.first + " - " + pair.second, std::size_t{2} * nameWidth) +
                interval(pair.difference, decimals) + ", " + testText(pair.test, pair.holm) + '\n';
    return text + verdictText(table);
}

std::string experimentTableJson(const ExperimentTable& table, const BatchOptions& options) {
    const BatchExperiment& experiment = options.experiment;
    JsonWriter json;
    json.beginObject().field("format", "headwaters-experiment/1").field("examples", table.examples);
    json.field("clusters", table.clusters).field("units", nameOf(experiment.units));
    if (ofTokens(options))
        json.field("test", testOf(options.model)).field("among", nameOf(options.model.among));
    if (experiment.units == ExperimentUnits::edges)
        json.field("rule",
                   options.model.recipe.rule == service::Rule::zero ? "zero" : "renormalise");
    json.field("draws", experiment.draws).field("seed", experiment.seed);
    json.field("level", intervalLevel).key("methods").beginArray();
    for (const MethodCurve& curve : table.methods) {
        json.beginObject().field("method", curve.method);
        writeMean(json, "area", curve.area);
        writeTest(json, curve.test);
        json.field("holm", curve.holm);
        json.key("curve").beginArray();
        for (const CurvePoint& point : curve.points) {
            json.beginObject().field("count", point.count);
            writeMean(json, "ranked", point.ranked);
            writeMean(json, "random", point.random);
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray().key("pairs").beginArray();
    for (const MethodPair& pair : table.pairs) {
        json.beginObject().field("first", pair.first).field("second", pair.second);
        writeMean(json, "difference", pair.difference);
        writeTest(json, pair.test);
        json.field("holm", pair.holm).endObject();
    }
    return json.endArray().endObject().take() + '\n';
}

std::string experimentCsv(const ExperimentTable& table, CsvCells cells) {
    std::string csv = "what,method,other,count,examples,mean,low,high,p,flips,of,holm\r\n";
    for (const MethodCurve& curve : table.methods) {
        const std::string method = csvCell(curve.method, cells);
        for (const CurvePoint& point : curve.points) {
            const std::string place = ',' + method + ",," + numberText(point.count) + ',';
            csv += "ranked" + place + cellsOf(point.ranked) + ',';
            csv += std::string(noTest) + ",\r\n";
            csv += "random" + place + cellsOf(point.random) + ',';
            csv += std::string(noTest) + ",\r\n";
        }
        csv += "area," + method + ",,," + cellsOf(curve.area) + ',' + cellsOf(curve.test) + ',' +
               (std::isnan(curve.holm) ? std::string() : numberText(curve.holm)) + "\r\n";
    }
    for (const MethodPair& pair : table.pairs)
        csv += "difference," + csvCell(pair.first, cells) + ',' + csvCell(pair.second, cells) +
               ",," + cellsOf(pair.difference) + ',' + cellsOf(pair.test) + ',' +
               numberText(pair.holm) + "\r\n";
    return csv;
}

}  // namespace hw::cli
