// SPDX-License-Identifier: MIT
// Rank correlation, its tables, and statistics of heads.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/matrix/row_totals.h"
#include "core/near.h"
#include "core/report/faithfulness.h"
#include "core/statistics/attention_sinks.h"
#include "core/statistics/head_statistics.h"
#include "core/statistics/spearman.h"
#include "core/support.h"

namespace hw::test {
namespace {

using Values = std::vector<double>;

TEST_CASE("ranks start at 1, and equal values share the mean of their places") {
    CHECK(ranksOf(Values{10, 30, 20}) == Values{1, 3, 2});
    CHECK(ranksOf(Values{5, 7, 5, 5, 9}) == Values{2, 4, 2, 2, 5});
    CHECK(ranksOf(Values{}) == Values{});
    CHECK(ranksOf(Values{-0.0, 0.0}) == Values{1.5, 1.5});
}

TEST_CASE("dense ranks have no gaps") {
    CHECK(ranksOf(Values{5, 7, 5, 5, 9}, {TieRanks::dense, 0.0}) == Values{1, 2, 1, 1, 3});
}

TEST_CASE("values closer than epsilon are tied, in chains") {
    const Values close{1.0, 1.0 + 5e-10, 1.0 + 1e-9, 1.0 + 1e-6};
    CHECK(ranksOf(close) == Values{1, 2, 3, 4});
    CHECK(ranksOf(close, {TieRanks::average, 1e-9}) == Values{2, 2, 2, 4});
    CHECK(ranksOf(Values{INFINITY, INFINITY, 1}, {TieRanks::average, 1e-9}) == Values{2.5, 2.5, 1});
}

TEST_CASE("NaN ranks last and does not disturb the order of the numbers") {
    CHECK(ranksOf(Values{NAN, 2, NAN, 1}) == Values{3.5, 2, 3.5, 1});
}

TEST_CASE("Spearman's correlation is 1, -1 and the textbook's value between") {
    CHECK(near(spearman(Values{1, 2, 3, 4}, Values{10, 20, 30, 1000}), 1.0));
    CHECK(near(spearman(Values{1, 2, 3, 4}, Values{4, 3, 2, 1}), -1.0));
    // 1 - 6*sum d^2 / (n (n^2 - 1)) with d = 1 -1 0 0 -> 1 - 12/60
    CHECK(near(spearman(Values{1, 2, 3, 4}, Values{2, 1, 3, 4}), 0.8));
    // With ties the ranks are 1.5 1.5 3 4 against 1 2 3 4.
    CHECK(near(spearman(Values{1, 1, 2, 3}, Values{1, 2, 3, 4}), 4.5 / std::sqrt(4.5 * 5.0)));
}

TEST_CASE("a constant ranking has no correlation") {
    CHECK(std::isnan(spearman(Values{1, 1, 1}, Values{1, 2, 3})));
    CHECK(std::isnan(spearman(Values{1, 2, 3}, Values{0, 0, 0})));
    CHECK(std::isnan(spearman(Values{1}, Values{1})));
    CHECK(std::isnan(spearman(Values{}, Values{})));
    CHECK(std::isnan(spearman(Values{1, 2}, Values{1, 2, 3})));
}

TEST_CASE("layers are correlated over the kept tokens only") {
    const Matrix profile = matrix({{.9, .1, .2, .3}, {.9, .3, .2, .1}, {.5, .2, .2, .2}});
    const Values scores{0, 1, 2, 3};
    const auto kept = correlateLayers(profile, scores, {false, true, true, true});
    REQUIRE(kept.size() == 3);
    CHECK(near(kept[0], 1.0));
    CHECK(near(kept[1], -1.0));
    CHECK(std::isnan(kept[2]));
    CHECK(near(correlateLayers(profile, scores, {})[0], -0.2));
}

TEST_CASE("dense ranks hold for the scores as well, a tolerance does not") {
    const Matrix profile = matrix({{.1, .2, .3, .4}});
    const Values scores{0, 0, 1, 1 + 1e-12};
    const double dense = correlateLayers(profile, scores, {}, {TieRanks::dense, 1e-9})[0];
    CHECK(near(dense, pearson(Values{1, 2, 3, 4}, Values{1, 1, 2, 3})));
}

TEST_CASE("tokens are left out of a ranking by their text") {
    const std::vector<std::string> tokens{"[CLS]", "a", "[SEP]", "b", "[SEP]"};
    const std::vector<std::string> leftOut{"[SEP]", "[CLS]"};
    CHECK(keptTokens(tokens, leftOut) == std::vector<bool>{false, true, false, true, false});
    CHECK(keptTokens(tokens, {}) == std::vector<bool>(5, true));
}

TEST_CASE("the output token is the file's, else the last of a causal model, else the first") {
    Example example;
    example.attentions = randomAttention(2, 1, 5, 61, true);
    CHECK(outputTokenOf(example) == 4);
    example.outputToken = 2;
    CHECK(outputTokenOf(example) == 2);
    CHECK(usualOutputs(example) == OutputChoice{OutputJoin::sum, {2}});
    example.outputToken = meanOfTokens;
    CHECK(usualOutputs(example) == OutputChoice{OutputJoin::mean, {}});
    example.outputToken = -1;
    example.attentions = randomAttention(2, 1, 5, 62);
    CHECK(outputTokenOf(example) == 0);
}

TEST_CASE("mean and both deviations, computed at once or in two halves") {
    MeanSpread whole;
    MeanSpread left;
    MeanSpread right;
    for (const double value : {2.0, 4.0, 4.0, 4.0}) left.add(value);
    for (const double value : {5.0, 5.0, 7.0, 9.0}) right.add(value);
    for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) whole.add(value);
    left.add(right);
    left.add(MeanSpread{});
    const MeanSpread written =
        MeanSpread::from(left.count(), left.constant(), left.mean(), left.squares());
    for (const MeanSpread& cell : {whole, left, written}) {
        CHECK(cell.count() == 8);
        CHECK(near(cell.mean(), 5.0));
        CHECK(near(cell.deviation(), 2.0));
        CHECK(near(cell.sampleDeviation(), std::sqrt(32.0 / 7.0)));
    }
}

TEST_CASE("an undefined correlation counts as 0 and is counted") {
    MeanSpread cell;
    cell.add(NAN);
    cell.add(1.0);
    CHECK(cell.count() == 2);
    CHECK(cell.constant() == 1);
    CHECK(near(cell.mean(), 0.5));
    CHECK(MeanSpread{}.mean() == 0.0);
    CHECK(MeanSpread{}.deviation() == 0.0);
    CHECK(MeanSpread{}.sampleDeviation() == 0.0);
}

TEST_CASE("head statistics of uniform, diagonal and empty heads") {
    const HeadStatistics uniform = headStatistics(matrix({{.25, .25, .25, .25},
                                                          {.25, .25, .25, .25},
                                                          {.25, .25, .25, .25},
                                                          {.25, .25, .25, .25}}),
                                                  {true, false, false, true});
    CHECK(near(uniform.entropy, std::log(4.0)));
    CHECK(near(uniform.meanDistance, 1.25));
    CHECK(near(uniform.specialShare, 0.5));
    const HeadStatistics diagonal = headStatistics(matrix({{1, 0}, {0, 1}}));
    CHECK(diagonal.entropy == 0.0);
    CHECK(diagonal.meanDistance == 0.0);
    CHECK(diagonal.specialShare == 0.0);
    const HeadStatistics empty = headStatistics(matrix({{0, 0}, {0, NAN}}));
    CHECK(std::isnan(empty.entropy));
    CHECK(std::isnan(empty.meanDistance));
    CHECK(std::isnan(empty.specialShare));
}

TEST_CASE("head statistics divide rows by their sum first") {
    const Matrix head = matrix({{.5, .25, .25}, {.1, .8, .1}, {0, .5, .5}});
    Matrix scaled = head;
    scaled *= 4.0F;
    CHECK(near(headStatistics(head).entropy, headStatistics(scaled).entropy, 1e-7));
    CHECK(near(headStatistics(head).meanDistance, headStatistics(scaled).meanDistance, 1e-7));
    CHECK(headStatistics(randomAttention(3, 2, 4, 63)).size() == 6);
}

TEST_CASE("the row farthest from a sum of 1 is found, and missing numbers are counted") {
    AttentionTensor w = randomAttention(3, 2, 4, 64);
    CHECK(rowSumDeviation(w).largest < 1e-6);
    CHECK(rowSumDeviation(w).rowsBeyond == 0);
    const std::size_t row = ((1 * 2 + 1) * 4 + 2) * 4;  // layer 1, head 1, query 2
    for (std::size_t key = 0; key < 4; ++key) w.values[row + key] *= 0.8F;
    w.values[3] = NAN;
    const RowSumDeviation found = rowSumDeviation(w);
    CHECK(near(found.largest, 0.2, 1e-6));
    CHECK(found.layer == 1);
    CHECK(found.head == 1);
    CHECK(found.query == 2);
    CHECK(found.rowsBeyond == 1);
    CHECK(found.missing == 1);
}

TEST_CASE("heads that repeat an earlier one are found across layers") {
    AttentionTensor w = randomAttention(2, 3, 4, 65);
    CHECK(duplicatedHeads(w).empty());
    std::copy_n(w.values.begin() + 16, 16, w.values.begin() + 5 * 16);
    const auto found = duplicatedHeads(w);
    REQUIRE(found.size() == 1);
    CHECK((found[0].layer == 1 && found[0].head == 2));
    CHECK((found[0].sameLayer == 0 && found[0].sameHead == 1));
}

TEST_CASE("heads that differ in one value are not equal, wherever it stands") {
    constexpr std::size_t head = 9 * 9;  // no multiple of the block size
    for (std::size_t at = 0; at < head; ++at) {
        AttentionTensor w = randomAttention(1, 2, 9, 67);
        std::copy_n(w.values.begin(), head, w.values.begin() + head);
        REQUIRE(duplicatedHeads(w).size() == 1);
        w.values[head + at] += 0.125F;
        CHECK(duplicatedHeads(w).empty());
    }
}

TEST_CASE("totals of a row are those of a plain loop at every length") {
    for (int length = 1; length < 12; ++length) {
        AttentionTensor w = randomAttention(1, 1, length, 68);
        w.values[length / 2] = -0.5F;
        const auto row = std::span<const float>(w.values).first(length);
        double sum = 0;
        for (const float value : row) sum += static_cast<double>(value);
        CHECK(near(rowTotals(row).sum, sum, 1e-15));
        CHECK(rowTotals(row).lowest == -0.5F);
        w.values[length - 1] = NAN;
        CHECK(std::isnan(rowTotals(row).sum));
        w.values[length - 1] = INFINITY;
        CHECK(std::isinf(rowTotals(row).sum));
    }
}

TEST_CASE("a sink receives 0.3 of the others' attention, and twice what even attention gives") {
    AttentionTensor w{2, 1, 4, 4, {}};
    for (int row = 0; row < 4; ++row) w.values.insert(w.values.end(), {.7F, .1F, .1F, .1F});
    for (int row = 0; row < 4; ++row) w.values.insert(w.values.end(), {.31F, .23F, .23F, .23F});
    const std::vector<double> received = receivedWeights(w);
    CHECK(near(received[0], (.7 + .31) / 2, 1e-6));
    CHECK(near(received[1], (.1 + .23) / 2, 1e-6));
    REQUIRE(attentionSinks(w).size() == 1);
    CHECK(attentionSinks(w)[0].token == 0);
    CHECK(near(attentionSinks(w)[0].received, received[0], 1e-12));
    // Its own weight does not count, and 0.48 is not twice 1/4.
    for (int row = 0; row < 4; ++row) w.values[std::size_t{4} * row] = .65F;
    CHECK(near(receivedWeights(w)[0], (.65 + .31) / 2, 1e-6));
    CHECK(attentionSinks(w).empty());
    // In a causal model only later tokens read a token. Even attention gives the first one (1/2 + 1/3 + 1/4) / 3.
    const double even = (1. / 2 + 1. / 3 + 1. / 4) / 3;
    const auto causal = [](double last) {
        return tensor({matrix({{1, 0, 0, 0},
                               {.8, .2, 0, 0},
                               {.8, .1, .1, 0},
                               {last, (1 - last) / 2, 0, (1 - last) / 2}})});
    };
    CHECK(near(receivedWeights(causal(.6))[0], (.8 + .8 + .6) / 3, 1e-6));
    CHECK(receivedWeights(causal(.6))[3] == 0);
    CHECK(attentionSinks(causal(6 * even - 1.6 + .01)).size() == 1);
    CHECK(attentionSinks(causal(6 * even - 1.6 - .01)).empty());
    // Missing weights count as 0. Contributions and cross-attention have no sinks.
    AttentionTensor gap = causal(.6);
    gap.values[4] = NAN;
    CHECK(near(receivedWeights(gap)[0], (.8 + .6) / 3, 1e-6));
    AttentionTensor contributions = causal(.9);
    contributions.kind = MatrixKind::contributions;
    CHECK(attentionSinks(contributions).empty());
    CHECK(attentionSinks(randomAttention(1, 1, 2, 66)).empty());
    AttentionTensor known = causal(.9);
    CHECK(sinkTokens(known) == std::vector{0});
    known.sinks = std::vector<AttentionSink>{};
    CHECK(sinkTokens(known).empty());
}

}  // namespace
}  // namespace hw::test
