// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/report/ranked_rows.h"
#include "engine/engine_harness.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("rollout, raw attention and flow come out as the references have them", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const std::string expected = reference("toy_agreement_keys.expected.json");

    Answer answer = page.ask(profileOf(document, Method::rollout));
    CHECK(answer.rows == 6);
    CHECK(answer.cols == 11);
    CHECK(answer.complete == 1);
    CHECK(distance(answer.values, referenceNumbers(expected, "rollout_source_rows")) < 1e-6);

    answer = page.ask(profileOf(document, Method::raw));
    CHECK(distance(answer.values, referenceNumbers(expected, "raw_mean_source_rows")) < 1e-6);

    answer = page.ask(profileOf(document, Method::flow));
    CHECK(answer.rows == 6);
    CHECK(distance(answer.values, referenceNumbers(expected, "values")) < 1e-6);

    const auto whole = referenceNumbers(expected, "rollout");
    REQUIRE(whole.size() == 6 * 11 * 11);
    for (int layer = 0; layer < 6; ++layer) {
        answer = page.ask(matrixOf(document, Method::rollout, layer));
        CHECK(answer.rows == 11);
        CHECK(distance(answer.values, std::span(whole).subspan(std::size_t(layer) * 121, 121)) <
              1e-6);
    }
}

TEST_CASE("gradient rollout and relevance come out as the references have them", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_negation_gradients.json");
    CHECK(document.current.hasGradients);
    const std::string expected = reference("toy_negation_gradients.expected.json");
    Answer answer = page.ask(profileOf(document, Method::gradientRollout));
    CHECK(distance(answer.values, referenceNumbers(expected, "gradient_rollout")) < 1e-6);
    Query query = profileOf(document, Method::gradientRollout);
    query.settings.gradientNormalise = GradientNormalise::rowsFirst;
    answer = page.ask(query);
    CHECK(distance(answer.values, referenceNumbers(expected, "gradient_rollout_rows_first")) <
          1e-6);
    answer = page.ask(profileOf(document, Method::relevance));
    CHECK(distance(answer.values, referenceNumbers(expected, "relevance")) < 1e-6);
}

TEST_CASE("an encoder-decoder file answers for each of its sides", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("date_day_month.json");
    CHECK(document.current.kind == AttentionKind::encoderDecoder);
    CHECK(document.current.hasCross);
    CHECK(document.current.hasDecoderSelf);
    const std::string expected = reference("date_day_month.expected.json");
    const int last = document.current.decoderLayers - 1;
    Query query = matrixOf(document, Method::rollout, last);
    query.side = Side::cross;
    Answer answer = page.ask(query);
    CHECK(answer.rows == static_cast<int>(document.current.decoderTokens.size()));
    CHECK(answer.cols == static_cast<int>(document.current.tokens.size()));
    CHECK(distance(answer.values, referenceNumbers(expected, "joined")) < 1e-5);
    query.side = Side::decoder;
    CHECK(distance(page.ask(query).values, referenceNumbers(expected, "R_dec")) < 1e-5);
    query.side = Side::encoder;
    CHECK(distance(page.ask(query).values, referenceNumbers(expected, "R_enc")) < 1e-5);
    query.side = Side::cross;
    query.method = Method::raw;
    CHECK(distance(page.ask(query).values, referenceNumbers(expected, "cross_last_mean")) < 1e-6);
    query.method = Method::gradientRollout;
    REQUIRE(page.ask(query).problem);
    CHECK(page.ask(query).problem->code == Code::badArgument);
}

TEST_CASE("relevance across encoder and decoder comes out as the reference has it",
          "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("date_gradients.json");
    CHECK(document.current.hasGradients);
    CHECK(document.current.hasDecoderGradients);
    CHECK(document.current.hasRelevance);
    const std::string expected = reference("date_gradients.expected.json");
    const std::vector<double> layers = referenceNumbers(expected, "relevance_cross");
    const std::size_t size = layers.size() / 3;
    for (int layer = 0; layer < 3; ++layer) {
        Query query = matrixOf(document, Method::relevance, layer);
        query.side = Side::cross;
        CHECK(distance(page.ask(query).values,
                       std::span(layers).subspan(std::size_t(layer) * size, size)) < 1e-7);
    }
    Query query = matrixOf(document, Method::gradientRollout, 0);
    query.side = Side::cross;
    REQUIRE(page.ask(query).problem);
    query.side = Side::decoder;
    CHECK_FALSE(page.ask(query).problem);
}

TEST_CASE("several outputs are summed, and all of them averaged or maximised", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json");
    for (const Method method : {Method::raw, Method::rollout, Method::flow}) {
        const Answer matrix = page.ask(matrixOf(document, method, 1));
        const Answer sum = page.ask(profileOf(document, method, {2, 6}));
        Query query = profileOf(document, method, {});
        query.outputMode = OutputMode::meanOfAll;
        const Answer mean = page.ask(query);
        query.outputMode = OutputMode::maxOfAll;
        const Answer most = page.ask(query);
        for (int key = 0; key < 11; ++key) {
            const auto at = [&](int q) { return double(matrix.values[std::size_t(q * 11 + key)]); };
            double total = 0;
            double largest = 0;
            for (int q = 0; q < 11; ++q) {
                total += at(q);
                largest = std::max(largest, at(q));
            }
            CHECK(std::abs(rowOf(sum, 1)[std::size_t(key)] - (at(2) + at(6))) < 1e-6);
            CHECK(std::abs(rowOf(mean, 1)[std::size_t(key)] - total / 11) < 1e-6);
            CHECK(std::abs(rowOf(most, 1)[std::size_t(key)] - largest) < 1e-6);
        }
    }
}

TEST_CASE("layers before the start layer have no values", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    for (const Method method : {Method::rollout, Method::flow}) {
        Query query = profileOf(document, method);
        query.settings.startLayer = 2;
        const Answer answer = page.ask(query);
        CHECK(answer.rows == 6);
        CHECK(std::isnan(rowOf(answer, 0)[3]));
        CHECK(std::isnan(rowOf(answer, 1)[3]));
        double sum = 0;
        for (const float value : rowOf(answer, 2)) sum += value;
        CHECK(std::abs(sum - 1) < 1e-5);
        Query early = matrixOf(document, method, 1);
        early.settings.startLayer = 2;
        CHECK(std::isnan(page.ask(early).values[0]));
        Query later = matrixOf(document, method, 2);
        later.settings.startLayer = 2;
        CHECK(distance(rowOf(page.ask(later), 0),
                       std::vector<double>(rowOf(answer, 2).begin(), rowOf(answer, 2).end())) <
              1e-7);
    }
}

TEST_CASE("a pair's flow comes with its cut, in the layers of the file", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    Query query = profileOf(document, Method::flow);
    query.settings.startLayer = 1;
    const Answer row = page.ask(query);
    query.what = Query::What::flowEdges;
    query.layer = 4;
    query.sink = 2;
    const Answer answer = page.ask(query);
    REQUIRE(answer.flow);
    CHECK(answer.flow->layer == 4);
    CHECK(answer.flow->source == 0);
    CHECK(answer.flow->sink == 2);
    CHECK(std::abs(answer.flow->value - double(rowOf(row, 4)[2])) < 1e-6);
    CHECK(std::abs(answer.flow->nearSource.capacity - answer.flow->value) < 1e-9);
    int lowest = 99;
    int highest = 0;
    for (const FlowEdge& edge : answer.flow->edges) {
        lowest = std::min(lowest, edge.layer);
        highest = std::max(highest, edge.layer);
    }
    CHECK(lowest == 1);
    CHECK(highest == 4);
}

TEST_CASE("a joint flow to all inputs splits as rollout does, in the layers of the file",
          "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    Query query = profileOf(document, Method::rollout, {3});
    query.settings.startLayer = 1;
    const Answer rollout = page.ask(query);
    query.method = Method::flow;
    query.what = Query::What::flowEdges;
    query.layer = 4;
    query.sink = allInputs;
    const Answer answer = page.ask(query);
    REQUIRE(answer.flow);
    CHECK(answer.flow->layer == 4);
    CHECK(answer.flow->nearSource.layer == 4);
    CHECK(answer.flow->edges.back().layer == 1);
    CHECK(distance(rowOf(rollout, 4), answer.flow->inputs) < 1e-6);
}

TEST_CASE("a flow profile counts inputs at their ceiling and inputs that share a value",
          "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Answer answer = page.ask(profileOf(document, Method::flow));
    REQUIRE(answer.tied.size() == std::size_t(answer.rows));
    REQUIRE(answer.saturated.size() == std::size_t(answer.rows));
    for (int row = 0; row < answer.rows; ++row) {
        const auto values = rowOf(answer, row);
        int tied = 0;
        for (const float value : values)
            tied += std::count(values.begin(), values.end(), value) > 1 ? 1 : 0;
        CHECK(answer.tied[std::size_t(row)] <=
              tied);  // floats tie where the grid does, sometimes also next to it
        CHECK(answer.tied[std::size_t(row)] != 1);
    }
}

TEST_CASE("heads are shown one by one, as thumbnails and in numbers", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    Query query = matrixOf(document, Method::raw, 3);
    query.settings.heads = {5};
    const Answer fused = page.ask(query);
    query.settings = {};
    query.what = Query::What::headMatrix;
    query.head = 5;
    CHECK(page.ask(query).values == fused.values);
    query.what = Query::What::heads;
    const Answer thumbnails = page.ask(query);
    CHECK(thumbnails.rows == 8);
    CHECK(thumbnails.cols == 121);
    CHECK(std::ranges::equal(rowOf(thumbnails, 5), fused.values));
    query.what = Query::What::headStatistics;
    const Answer statistics = page.ask(query);
    CHECK(statistics.rows == 48);
    CHECK(statistics.cols == 3);
    for (int head = 0; head < 48; ++head) {
        CHECK(rowOf(statistics, head)[0] >= 0);
        CHECK(rowOf(statistics, head)[0] <= 3.4594F);  // log2 of 11
        CHECK(rowOf(statistics, head)[2] <= 1);
    }
}

TEST_CASE("thumbnails of many tokens keep the maxima", "[app][engine]") {
    EngineHarness page;
    page.open(syntheticFile(1, 150));
    REQUIRE(page.last<wire::Opened>());
    const DocumentSummary document = page.last<wire::Opened>()->document;
    Query query = matrixOf(document, Method::raw, 0);
    const Answer matrix = page.ask(query);
    query.what = Query::What::heads;
    const Answer thumbnail = page.ask(query);
    CHECK(thumbnail.cols == 64 * 64);
    CHECK(*std::ranges::max_element(thumbnail.values) == *std::ranges::max_element(matrix.values));
    CHECK(*std::ranges::min_element(thumbnail.values) > 0);
}

TEST_CASE("scores of the file are compared with each method that it allows", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const int scores = static_cast<int>(document.current.importance.size());
    REQUIRE(scores > 0);
    Query query = profileOf(document, Method::rollout);
    query.what = Query::What::correlation;
    const Answer answer = page.ask(query);
    const int block = rankedRowCount * scores;
    REQUIRE(answer.rows == block * static_cast<int>(ExampleBlock::count));
    REQUIRE(answer.cols == 6);
    for (int row = 0; row < rankedRowCount; ++row) {
        // The file has neither gradients nor contributions.
        const bool isThere =
            !specOf(rankedRows[row].method).needsGradients && !rankedRows[row].ofContributions;
        for (int i = row * scores * 6; i < (row + 1) * scores * 6; ++i) {
            const float value = answer.values[i];
            const float p = answer.values[block * 6 + i];
            const float ofTable = answer.values[2 * block * 6 + i];
            CAPTURE(row, i);
            if (!isThere) {
                CHECK((std::isnan(value) && std::isnan(p) && std::isnan(ofTable)));
            } else if (!std::isnan(value)) {
                CHECK((value >= -1 && value <= 1));
                CHECK((p > 0 && p <= ofTable && ofTable <= 1));
            }
        }
    }
    CHECK(answer.detail.find(document.current.importance[0].name) != std::string::npos);
}
