// SPDX-License-Identifier: MIT
#include "panels/faithfulness/tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/statistics/rank_shuffles.h"
#include "page/rules/available.h"

namespace hw {
namespace {

/// A correlation that chance reaches more often is not marked.
constexpr double mostChance = 0.05;

/// Marks the largest of each layer if it is above 0 by more than chance. For one example, the test is the share of
/// shuffles in which any cell of the table is as large. For many, it is the interval and a paired test against all
/// others. Two that differ by rounding share the mark.
void markBest(FaithfulnessTable& table, int layers, bool overAll) {
    for (int layer = 0; layer < layers; ++layer) {
        double best = 0;
        for (const auto& row : table.methods) {
            if (row[layer].mean > best) best = row[layer].mean;
        }
        for (auto& row : table.methods) {
            FaithfulnessCell& cell = row[layer];
            const bool isSure = cell.pOfTable < mostChance && (!overAll || cell.p < mostChance);
            cell.best = cell.mean > 0 && cell.mean >= best - 1e-6 && isSure;
        }
    }
}

FaithfulnessCell cellAt(const Answer& answer, std::size_t rows, std::size_t row, std::size_t layer,
                        const FaithfulnessModel& model) {
    const auto block = [&](auto which) -> double {
        return answer.values[(static_cast<std::size_t>(which) * rows + row) * answer.cols + layer];
    };
    FaithfulnessCell cell;
    cell.mean = block(TableBlock::mean);  // ExampleBlock::correlation
    cell.deviation = std::numeric_limits<double>::quiet_NaN();
    cell.examples = 1;
    cell.constant = std::isnan(cell.mean) ? 1 : 0;
    if (!model.overAll) {
        cell.p = block(ExampleBlock::p);
        cell.pOfTable = block(ExampleBlock::pOfTable);
        const RankInterval interval = rankInterval(cell.mean, model.tokens);
        cell.low = interval.low;
        cell.high = interval.high;
        return cell;
    }
    const auto whole = [&](TableBlock which) {
        return std::isnan(block(which)) ? 0 : static_cast<int>(block(which));
    };
    cell.deviation = block(TableBlock::deviation);
    cell.examples = whole(TableBlock::examples);
    cell.constant = whole(TableBlock::constant);
    cell.low = block(TableBlock::low);
    cell.high = block(TableBlock::high);
    cell.p = block(TableBlock::paired);
    cell.pOfTable = block(TableBlock::pOfTable);
    return cell;
}

/// A row that can never have a number is hidden, except the three main methods.
bool hasRow(const AppState& state, const RankedRow& row) {
    const ExampleSummary& example = state.document->current;
    const Side side = state.view.side;
    if (!row.ofContributions)
        return specOf(row.method).ranked || isAvailable(example, side, row.method);
    const std::vector<Side> sides = availableSides(example);
    return side != Side::contributions &&
           std::ranges::find(sides, Side::contributions) != sides.end();
}

}  // namespace

void readTables(FaithfulnessModel& model, const AppState& state, const Answer& answer) {
    const std::vector<Importance>& scores = state.document->current.importance;
    const auto blocks = model.overAll ? static_cast<std::size_t>(TableBlock::count)
                                      : static_cast<std::size_t>(ExampleBlock::count);
    const std::size_t rows = rankedRowCount * scores.size();
    if (answer.rows != static_cast<int>(blocks * rows) || answer.cols <= 0) return;
    model.layers = answer.cols;
    model.ready = true;
    model.complete = answer.complete >= 1;
    model.share = answer.complete;
    // For one example, the share counts methods.
    if (model.overAll) model.done = static_cast<int>(std::lround(answer.complete * model.examples));
    for (std::size_t score = 0; score < scores.size(); ++score) {
        FaithfulnessTable table;
        table.name = scores[score].name;
        for (int method = 0; method < rankedRowCount; ++method) {
            if (!hasRow(state, rankedRows[method])) continue;
            std::vector<FaithfulnessCell> cells;
            for (int layer = 0; layer < answer.cols; ++layer)
                cells.push_back(cellAt(answer, rows, method * scores.size() + score, layer, model));
            table.rows.push_back(method);
            table.methods.push_back(std::move(cells));
        }
        markBest(table, answer.cols, model.overAll);
        model.tables.push_back(std::move(table));
    }
}

}  // namespace hw
