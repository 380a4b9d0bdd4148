// SPDX-License-Identifier: MIT
// The table of an experiment for people, for programs and for spreadsheets.
#include <algorithm>
#include <cmath>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/batch/experiment/experiment_table.h"
#include "cli/output/shown_numbers.h"
#include "core/number_text.h"
#include "core/report/ranked_tokens.h"
#include "io/write/export.h"
#include "io/write/json_writer.h"

namespace hw::cli {
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

/// Of all numbers of a list: `takes(item, take)` gives them.
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

/// "gradients, flow"; empty: none.
std::string listOf(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

/// The methods of which the table shows more than chance, and whether it could have shown any.
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

/// The same of nothing.
constexpr std::string_view noTest = ",,";

bool ofTokens(const Options& options) {
    return options.batch.experiment.units == ExperimentUnits::tokens;
}

/// How the units are taken out: "cut (weight to zero)", "tested by hide".
std::string cutWords(const Options& options) {
    switch (options.batch.experiment.units) {
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

std::string experimentText(const ExperimentTable& table, const Options& options) {
    const ExperimentWish& wish = options.batch.experiment;
    std::string text = numberText(table.examples) + (table.examples == 1 ? " text, " : " texts, ");
    text += std::string(nameOf(wish.units)) + ' ' + cutWords(options) +
            "; 95 % intervals by Student's t";
    if (table.clusters < table.examples)
        text += " over " + numberText(table.clusters) + " clusters of texts";
    text += "\n\n";
    if (table.examples == 0)
        return text + "No text could be used: failed.jsonl in the folder says why.\n";
    if (ofTokens(options)) text += rankedAmong(options.model.among) + '\n';
    text += "Change of the value, by the number of " + std::string(nameOf(wish.units)) + ":\n" +
            left("method", nameWidth);
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

std::string experimentTableJson(const ExperimentTable& table, const Options& options) {
    const ExperimentWish& wish = options.batch.experiment;
    JsonWriter json;
    json.beginObject().field("format", "headwaters-experiment/1").field("examples", table.examples);
    json.field("clusters", table.clusters).field("units", nameOf(wish.units));
    if (ofTokens(options))
        json.field("test", testOf(options.model)).field("among", nameOf(options.model.among));
    if (wish.units == ExperimentUnits::edges)
        json.field("rule",
                   options.model.recipe.rule == service::Rule::zero ? "zero" : "renormalise");
    json.field("draws", wish.draws).field("seed", wish.seed);
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
