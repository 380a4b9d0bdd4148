// SPDX-License-Identifier: MIT
#include "core/report/correlation_tests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hw {
namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

/// The values of the included tokens.
std::vector<double> keptOf(std::span<const double> values, const std::vector<bool>& keep) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (keep[i]) kept.push_back(values[i]);
    }
    return kept;
}

}  // namespace

ExampleTest::ExampleTest(std::span<const Importance> scores, std::vector<bool> keep)
    : keep_(std::move(keep)) {
    for (std::size_t index = 0; index < scores.size(); ++index) {
        if (scores[index].values.size() != keep_.size()) continue;
        const std::vector<double> values(scores[index].values.begin(), scores[index].values.end());
        scores_.push_back({index, RankShuffles(keptOf(values, keep_)), {}});
    }
}

void ExampleTest::add(int row, int firstLayer, std::span<const double> values) {
    const std::size_t keys = keep_.size();
    for (Score& score : scores_) {
        for (std::size_t layer = firstLayer; layer < values.size() / keys; ++layer) {
            score.shuffles.add(keptOf(values.subspan(layer * keys, keys), keep_),
                               specOf(rankedRows[row].method).sameWithin);
            score.cells.emplace_back(row, layer);
        }
    }
}

bool ExampleTest::step(std::int64_t budget) {
    if (done_ < scores_.size() && scores_[done_].shuffles.step(budget)) ++done_;
    return done_ == scores_.size();
}

void ExampleTest::put(const CorrelationTable& table) const {
    for (const Score& score : scores_) {
        for (std::size_t i = 0; i < score.cells.size(); ++i) {
            const auto [row, layer] = score.cells[i];
            const std::size_t cell = table.cell(row, score.index, layer);
            const ShuffleTest test = score.shuffles.at(i);
            table.at(ExampleBlock::p, cell) = static_cast<float>(test.p);
            table.at(ExampleBlock::pOfTable, cell) = static_cast<float>(test.ofTable);
        }
    }
}

void TableTest::add(std::size_t cell, double value) {
    values_[cell].resize(examples_, noValue);
    values_[cell].push_back(std::isnan(value) ? 0.0 : value);
}

void TableTest::endExample(std::string_view cluster) {
    ++examples_;
    clusters_.add(cluster);
    for (std::vector<double>& each : values_) each.resize(examples_, noValue);
}

bool TableTest::step(const CorrelationTable& table) {
    const std::size_t rows = rankedRowCount * table.scores;
    const std::size_t layers = rows + table.scores * table.layers;
    if (next_ < rows) {
        putIntervals(table, next_);
    } else if (next_ < layers) {
        const std::size_t at = next_ - rows;
        putPaired(table, at / table.layers, at % table.layers);
    } else if (next_ < layers + table.scores) {
        putOfTable(table, next_ - layers);
    }
    return ++next_ >= layers + table.scores;
}

void TableTest::putIntervals(const CorrelationTable& table, std::size_t row) {
    for (std::size_t layer = 0; layer < table.layers; ++layer) {
        const std::size_t cell = row * table.layers + layer;
        const MeanInterval interval = meanInterval(values_[cell], clusters_.numbers());
        const auto within = [](double bound) {
            return static_cast<float>(std::clamp(bound, -1.0, 1.0));
        };
        table.at(TableBlock::low, cell) = within(interval.low);
        table.at(TableBlock::high, cell) = within(interval.high);
    }
}

double TableTest::pOf(std::span<const double> values) const {
    return signFlipTest(clusterSums(values, clusters_.numbers()), 1, randomFlips).p;
}

void TableTest::putOfTable(const CorrelationTable& table, std::size_t score) {
    std::vector<std::size_t> cells;
    std::vector<double> p;
    for (std::size_t row = 0; row < rankedRowCount; ++row)
        for (std::size_t layer = 0; layer < table.layers; ++layer) {
            const std::size_t cell = table.cell(row, score, layer);
            if (std::isnan(table.at(TableBlock::mean, cell))) continue;
            cells.push_back(cell);
            p.push_back(pOf(values_[cell]));
        }
    const std::vector<double> adjusted = holmAdjusted(p);
    for (std::size_t i = 0; i < cells.size(); ++i)
        table.at(TableBlock::pOfTable, cells[i]) = static_cast<float>(adjusted[i]);
}

void TableTest::putPaired(const CorrelationTable& table, std::size_t score, std::size_t layer) {
    std::vector<std::size_t> cells;
    std::size_t best = 0;
    for (std::size_t row = 0; row < rankedRowCount; ++row) {
        const std::size_t cell = table.cell(row, score, layer);
        const float mean = table.at(TableBlock::mean, cell);
        if (std::isnan(mean)) continue;
        if (cells.empty() || mean > table.at(TableBlock::mean, best)) best = cell;
        cells.push_back(cell);
    }
    std::vector<std::size_t> others;
    std::vector<std::size_t> alike;
    std::vector<double> p;
    for (const std::size_t cell : cells) {
        std::vector<double> differences(examples_);
        for (std::size_t i = 0; i < examples_; ++i)
            differences[i] = values_[best][i] - values_[cell][i];
        const bool differs = std::ranges::any_of(
            differences, [](double difference) { return std::abs(difference) > same; });
        (differs ? others : alike).push_back(cell);
        if (differs) p.push_back(pOf(differences));
    }
    if (others.empty()) return;
    const std::vector<double> adjusted = holmAdjusted(p);
    for (std::size_t i = 0; i < others.size(); ++i)
        table.at(TableBlock::paired, others[i]) = static_cast<float>(adjusted[i]);
    const auto largest = static_cast<float>(std::ranges::max(adjusted));
    for (const std::size_t cell : alike) table.at(TableBlock::paired, cell) = largest;
}

}  // namespace hw
