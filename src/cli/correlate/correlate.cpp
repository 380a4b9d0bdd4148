// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/correlate/chance.h"
#include "cli/correlate/scores.h"
#include "cli/output/table_numbers.h"
#include "core/number_text.h"
#include "core/report/ranked_tokens.h"

namespace hw::cli {
namespace {

/// The longest name of a row, and a space.
constexpr std::size_t nameWidth = [] {
    std::size_t widest = 0;
    for (int row = 0; row < rankedRowCount; ++row)
        widest = std::max(widest, rankedName(row).size());
    return widest + 1;
}();

std::string fixed3(double value) {
    if (std::isnan(value)) return "    -";
    const bool negative = value < 0.0;
    std::string digits = numberText(static_cast<int>((negative ? -value : value) * 1000.0 + 0.5));
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    digits.insert(digits.size() - 3, 1, '.');
    return (negative ? "-" : " ") + digits;
}

/// " (0.123 to 0.456)", or empty without an interval.
std::string intervalText(const ExportScores::Chance& chance) {
    if (std::isnan(chance.low) || std::isnan(chance.high)) return {};
    const auto plain = [](double value) { return fixed3(value).substr(value < 0.0 ? 0 : 1); };
    return " (" + plain(chance.low) + " to " + plain(chance.high) + ")";
}

bool hasTests(const ExportScores& table) {
    return std::ranges::any_of(table.methods, [](const ExportScores::Row& row) {
        return std::ranges::any_of(row.chance,
                                   [](const auto& chance) { return !std::isnan(chance.p); });
    });
}

/// The heading of a table.
std::string headingOf(const ExportScores& table, int examples) {
    std::string text = table.importance + ", " + numberText(examples);
    text += examples == 1 ? " example" : " examples";
    if (table.tokens > 0) text += " of " + numberText(table.tokens) + " tokens";
    text += ": Spearman's rank correlation, ";
    const bool hasChance = !table.methods.empty() && !table.methods.front().chance.empty();
    if (examples == 1 && !hasChance) return text + "by layer\n";
    if (!hasChance) return text + "mean and standard deviation, by layer\n";
    if (table.tokens > 0) return text + "95 % interval and p of a permutation test, by layer\n";
    text += "mean, standard deviation, 95 % interval of the mean (Student's t)";
    if (hasTests(table)) text += ", p of the difference from the best method of the layer (Holm)";
    return text + ", by layer\n";
}

std::string cellText(const MeanSpread& cell, const ExportScores::Chance* chance, bool isOfOne) {
    std::string text = fixed3(cell.mean());
    if (cell.count() > 1) text += " \u00B1" + fixed3(cell.deviation()).substr(1);
    if (chance == nullptr) return text;
    text += intervalText(*chance);
    if (isOfOne || !std::isnan(chance->p)) text += " p " + pText(chance->p);
    return text;
}

/// For a table with tests, its largest cell, and whether it is significantly above chance or the other methods.
std::string largestText(const ExportScores& table) {
    const ExportScores::Row* best = nullptr;
    std::size_t at = 0;
    for (const ExportScores::Row& row : table.methods) {
        for (std::size_t layer = 0; layer < row.chance.size(); ++layer) {
            if (best != nullptr && row.layers[layer].mean() <= best->layers[at].mean()) continue;
            best = &row;
            at = layer;
        }
    }
    if (best == nullptr) return {};
    const ExportScores::Chance& chance = best->chance[at];
    std::string text = "largest: " + std::string(rankedName(best->row)) + ", layer " +
                       numberText(best->firstLayer + static_cast<int>(at) + 1) + "; ";
    if (std::isnan(chance.pOfTable)) return text + "no test distinguishes it from chance\n";
    text += "p of the whole table " + pText(chance.pOfTable);
    if (table.tokens == 0 && !std::isnan(chance.p))
        text +=
            "; largest p of its differences from the other methods in its layer " + pText(chance.p);
    return text + '\n';
}

/// One table per score, with methods as rows and layers as columns.
std::string tablesForPeople(int examples, const std::vector<ExportScores>& tables,
                            std::string_view among) {
    const auto known = fromName<RankingScope>(among);
    std::string text = known ? rankedAmong(*known) + '\n' : std::string();
    for (const ExportScores& table : tables) {
        text += headingOf(table, examples);
        for (const ExportScores::Row& row : table.methods) {
            std::string name(rankedName(row.row));
            name.resize(nameWidth, ' ');
            text += name;
            for (std::size_t layer = 0; layer < row.layers.size(); ++layer) {
                text += layer == 0 ? "L" : "  L";
                text += numberText(row.firstLayer + static_cast<int>(layer) + 1) + ' ';
                text += cellText(row.layers[layer],
                                 layer < row.chance.size() ? &row.chance[layer] : nullptr,
                                 table.tokens > 0);
            }
            text += '\n';
        }
        text += largestText(table) + '\n';
    }
    return text;
}

}  // namespace

std::string scoresText(int examples, const std::vector<ExportScores>& tables,
                       std::string_view among, Format format, CsvCells cells) {
    switch (format) {
        case Format::json: return scoresJson(examples, tables, among) + '\n';
        case Format::csv: return scoresCsv(examples, tables, cells);
        case Format::text: break;
    }
    return tablesForPeople(examples, tables, among);
}

Result<std::string> correlateText(const Document& document, const CorrelateOptions& options) {
    ScoreTables sums;
    std::vector<ScoredExample> all;
    const Example* last = nullptr;
    std::vector<std::optional<RankedValues>> rankings;
    for (const Example& example : document.examples) {
        if (!hasScores(example)) continue;
        auto ranked = exampleRankings(example, options);
        if (!ranked) return std::unexpected(ranked.error());
        rankings = std::move(*ranked);
        last = &example;
        all.push_back({example.cluster, scoresOf(rankings, example, options, options.ranks)});
        for (const LayerScores& each : all.back().scores) sums.add(each);
    }
    std::vector<ExportScores> tables = sums.all();
    if (tables.empty()) return std::unexpected(noScores());
    if (all.size() == 1)
        addChance(tables, rankings, *last, options, options.ranks);
    else
        addChance(tables, all);
    return scoresText(static_cast<int>(all.size()), tables, nameOf(options.model.among),
                      options.format, options.cells);
}

}  // namespace hw::cli
