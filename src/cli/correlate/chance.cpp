// SPDX-License-Identifier: MIT
#include "cli/correlate/chance.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/report/correlation_tests.h"

namespace hw::cli {
namespace {

/// A table with this many blocks, whose values are NaN.
class Blocks {
public:
    Blocks(std::size_t blocks, std::size_t scores, int layers)
        : table_{{}, scores, static_cast<std::size_t>(layers)},
          values_(blocks * table_.size(), std::numeric_limits<float>::quiet_NaN()) {
        table_.values = values_;
    }
    Blocks(const Blocks&) = delete;
    Blocks& operator=(const Blocks&) = delete;
    const CorrelationTable& table() const { return table_; }

private:
    CorrelationTable table_;
    std::vector<float> values_;
};

int layersOf(const std::vector<ExportScores>& tables) {
    int layers = 0;
    for (const ExportScores& table : tables) {
        for (const ExportScores::Row& row : table.methods)
            layers = std::max(layers, row.firstLayer + static_cast<int>(row.layers.size()));
    }
    return layers;
}

/// Stores `chance(mean, cell of the table)` with each cell.
void giveChance(std::vector<ExportScores>& tables, const CorrelationTable& of, const auto& chance) {
    for (std::size_t score = 0; score < tables.size(); ++score) {
        for (ExportScores::Row& row : tables[score].methods) {
            row.chance.clear();
            for (std::size_t layer = 0; layer < row.layers.size(); ++layer) {
                row.chance.push_back(chance(row.layers[layer].mean(),
                                            of.cell(row.row, score, row.firstLayer + layer)));
            }
        }
    }
}

}  // namespace

void addChance(std::vector<ExportScores>& tables,
               const std::vector<std::optional<RankedValues>>& rankings, const Example& example,
               const WeightOptions& options, TieRanks ties) {
    const std::vector<bool> keep = takingPart(example, options);
    const auto tokens = static_cast<int>(std::ranges::count(keep, true));
    for (ExportScores& table : tables) table.tokens = tokens;
    if (ties != TieRanks::average) return;
    std::vector<Importance> scores;
    for (const ExportScores& table : tables)
        scores.push_back(
            *std::ranges::find(example.importance, table.importance, &Importance::name));
    ExampleTest test(scores, keep);
    for (int row = 0; row < rankedRowCount; ++row) {
        if (!rankings[row]) continue;
        const RankedValues& ranked = *rankings[row];
        std::vector<double> values(ranked.firstLayer * keep.size(),
                                   std::numeric_limits<double>::quiet_NaN());
        values.insert(values.end(), ranked.values.begin(), ranked.values.end());
        test.add(row, ranked.firstLayer, values);
    }
    while (!test.step(std::numeric_limits<std::int64_t>::max())) {}
    const Blocks blocks(static_cast<std::size_t>(ExampleBlock::count), tables.size(),
                        layersOf(tables));
    const CorrelationTable& table = blocks.table();
    test.put(table);
    giveChance(tables, table, [&](double r, std::size_t cell) {
        const RankInterval interval = rankInterval(r, tokens);
        return ExportScores::Chance{interval.low, interval.high, table.at(ExampleBlock::p, cell),
                                    table.at(ExampleBlock::pOfTable, cell)};
    });
}

void addChance(std::vector<ExportScores>& tables, const std::vector<ScoredExample>& examples) {
    if (examples.size() < 2) return;  // a single example has neither a spread nor a test
    const Blocks blocks(static_cast<std::size_t>(TableBlock::count), tables.size(),
                        layersOf(tables));
    const CorrelationTable& table = blocks.table();
    TableTest test(table.size());
    for (const ScoredExample& example : examples) {
        for (const LayerScores& each : example.scores) {
            const auto found =
                std::ranges::find(tables, each.importance, &ExportScores::importance);
            const auto score = static_cast<std::size_t>(found - tables.begin());
            for (std::size_t layer = 0; layer < each.layers.size(); ++layer)
                test.add(table.cell(each.row, score, each.firstLayer + layer), each.layers[layer]);
        }
        test.endExample(example.cluster);
    }
    giveChance(tables, table, [&](double mean, std::size_t cell) {
        table.at(TableBlock::mean, cell) = static_cast<float>(mean);
        return ExportScores::Chance{};
    });
    while (!test.step(table)) {}
    giveChance(tables, table, [&](double, std::size_t cell) {
        return ExportScores::Chance{
            table.at(TableBlock::low, cell), table.at(TableBlock::high, cell),
            table.at(TableBlock::paired, cell), table.at(TableBlock::pOfTable, cell)};
    });
}

void addIntervals(std::vector<ExportScores>& tables) {
    for (ExportScores& table : tables)
        for (ExportScores::Row& row : table.methods) {
            row.chance.clear();
            for (const MeanSpread& cell : row.layers) {
                const MeanInterval interval =
                    meanInterval(cell.count(), cell.mean(), cell.squares());
                row.chance.push_back({.low = std::clamp(interval.low, -1.0, 1.0),
                                      .high = std::clamp(interval.high, -1.0, 1.0)});
            }
        }
}

}  // namespace hw::cli
