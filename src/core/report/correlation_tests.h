// SPDX-License-Identifier: MIT
// Statistics for reading a table of rank correlations. They show how far chance alone goes in one example, and over
// many examples whether methods differ.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "core/report/ranked_rows.h"
#include "core/statistics/mean_tests.h"
#include "core/statistics/rank_shuffles.h"

namespace hw {

/// A table of numbers, [rankedRows * scores][layers], in an answer.
struct CorrelationTable {
    std::span<float> values;  ///< of all blocks, one after the other
    std::size_t scores = 0;
    std::size_t layers = 0;
    std::size_t size() const { return rankedRowCount * scores * layers; }
    std::size_t cell(std::size_t row, std::size_t score, std::size_t layer) const {
        return (row * scores + score) * layers + layer;
    }
    float& at(auto block, std::size_t cell) const {
        return values[static_cast<std::size_t>(block) * size() + cell];
    }
};

/// The permutation test of one example's table (core/statistics/rank_shuffles.h), a piece at a time.
class ExampleTest {
public:
    /// Over the tokens that `keep` marks. `scores` are those of the table, in its order.
    ExampleTest(std::span<const Importance> scores, std::vector<bool> keep);
    /// A row's values, [layers][tokens], from its first layer on. Call it before the first step.
    void add(int row, int firstLayer, std::span<const double> values);
    /// True when done. Then put() writes both p.
    bool step(std::int64_t budget);
    void put(const CorrelationTable& table) const;

private:
    struct Score {
        std::size_t index;
        RankShuffles shuffles;
        std::vector<std::pair<std::size_t, std::size_t>> cells;  // row, layer
    };
    std::vector<bool> keep_;
    std::vector<Score> scores_;
    std::size_t done_ = 0;
};

/// The correlations of each example in each cell, for intervals and paired tests (core/statistics/mean_tests.h).
class TableTest {
public:
    static constexpr std::uint64_t randomFlips = 9999;
    /// Methods whose correlations are this near in every example count as one.
    static constexpr double same = 1e-6;

    explicit TableTest(std::size_t cells) : values_(cells) {}
    /// For the present example. NaN, a constant ranking, counts as 0.
    void add(std::size_t cell, double value);
    /// Examples with the same cluster count as one observation. An empty name is a separate cluster.
    void endExample(std::string_view cluster = {});
    /// Writes the intervals of a row, then the tests of a layer, then those of a score. True when all are there. Bounds
    /// are Student's. `paired` is the adjusted p (Holm, over the layer's methods) of the difference from the best mean
    /// of the layer. The best itself has the largest of them, and it is NaN where no method differs. `pOfTable` is the
    /// p of each mean against 0, adjusted for all cells of its score (Holm).
    bool step(const CorrelationTable& table);

private:
    void putIntervals(const CorrelationTable& table, std::size_t row);
    void putOfTable(const CorrelationTable& table, std::size_t score);
    double pOf(std::span<const double> values) const;
    void putPaired(const CorrelationTable& table, std::size_t score, std::size_t layer);

    std::vector<std::vector<double>> values_;  // [cell][example], NaN if it has none
    Clusters clusters_;
    std::size_t examples_ = 0;
    std::size_t next_ = 0;
};

}  // namespace hw
