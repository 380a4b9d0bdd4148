// SPDX-License-Identifier: MIT
#include "app/engine.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

#include "app/engine_harness.h"

using namespace hw;
using namespace hw::test;

namespace {

Query profileOf(const DocumentSummary& document, Method method, std::vector<int> outputs = {0}) {
    Query query;
    query.document = document.id;
    query.method = method;
    query.outputs = std::move(outputs);
    return query;
}

Query matrixOf(const DocumentSummary& document, Method method, int layer) {
    Query query;
    query.what = Query::What::matrix;
    query.document = document.id;
    query.method = method;
    query.layer = layer;
    return query;
}

std::span<const float> rowOf(const Answer& answer, int row) {
    return std::span(answer.values).subspan(std::size_t(row * answer.cols), std::size_t(answer.cols));
}

/// Attention of a causal kind, with many equal numbers: text of a file without tokens.
std::string syntheticFile(int layers, int n) {
    std::mt19937 random(5);
    std::string text = "{\"attentions\":[";
    for (int layer = 0; layer < layers; ++layer) {
        text += layer == 0 ? "[[" : ",[[";
        for (int q = 0; q < n; ++q) {
            text += q == 0 ? "[" : ",[";
            std::vector<int> shares;
            int sum = 0;
            for (int k = 0; k < n; ++k) {
                shares.push_back(1 + static_cast<int>(random() % 1000));
                sum += shares.back();
            }
            for (int k = 0; k < n; ++k) {
                if (k > 0) text += ',';
                text += std::to_string(double(shares[std::size_t(k)]) / sum);
            }
            text += ']';
        }
        text += "]]";
    }
    return text + "]}";
}

}  // namespace

TEST_CASE("a file sent in chunks opens, and tells how far it is", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json", 17);
    REQUIRE(page.last<wire::Opened>());
    CHECK(page.last<wire::Opened>()->ticket == 17);
    CHECK(document.id != 0);
    CHECK(document.name == "file.json");
    CHECK_FALSE(document.form.empty());
    CHECK(document.current.layers == 6);
    CHECK(document.current.heads == 8);
    CHECK(document.current.tokens.size() == 11);
    CHECK(document.current.kind == AttentionKind::self);
    CHECK(document.current.hasSelf);
    CHECK_FALSE(document.current.hasCross);
    CHECK(document.exampleTitles.size() == 1);
    const auto progress = page.all<wire::Progress>();
    REQUIRE(progress.size() > 10);
    CHECK(progress.front().bytes == 1000);
    CHECK(progress.back().bytes == document.bytes);
    CHECK(progress.back().total == document.bytes);
    CHECK(page.unreadable == 0);
}

TEST_CASE("rollout, raw attention and flow come out as the references have them",
          "[app][engine]") {
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
        CHECK(distance(answer.values, std::span(whole).subspan(std::size_t(layer) * 121, 121)) < 1e-6);
    }
}

TEST_CASE("gradient rollout and relevance come out as the references have them",
          "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_negation_gradients.json");
    CHECK(document.current.hasGradients);
    const std::string expected = reference("toy_negation_gradients.expected.json");
    Answer answer = page.ask(profileOf(document, Method::gradientRollout));
    CHECK(distance(answer.values, referenceNumbers(expected, "gradient_rollout")) < 1e-6);
    Query query = profileOf(document, Method::gradientRollout);
    query.settings.gradientNormalise = GradientNormalise::rowsFirst;
    answer = page.ask(query);
    CHECK(distance(answer.values, referenceNumbers(expected, "gradient_rollout_rows_first")) < 1e-6);
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
    query.method = Method::flow;
    REQUIRE(page.ask(query).problem);
    CHECK(page.ask(query).problem->code == Code::badArgument);
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
                       std::vector<double>(rowOf(answer, 2).begin(), rowOf(answer, 2).end())) < 1e-7);
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

TEST_CASE("scores of the file are compared with three methods", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const int scores = static_cast<int>(document.current.importance.size());
    REQUIRE(scores > 0);
    Query query = profileOf(document, Method::rollout);
    query.what = Query::What::correlation;
    const Answer answer = page.ask(query);
    CHECK(answer.rows == 3 * scores);
    CHECK(answer.cols == 6);
    for (const float value : answer.values) CHECK((value >= -1 && value <= 1));
    CHECK(answer.detail.find(document.current.importance[0].name) != std::string::npos);
}

TEST_CASE("a file that cannot be read leaves what is open as it was", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json", 1);
    const Answer before = page.ask(profileOf(document, Method::rollout));
    page.open("{\"attentions\": [[[[0.5, 0.5], [0.5]]]]}", 2, 7);
    REQUIRE(page.last<wire::Failed>());
    CHECK(page.last<wire::Failed>()->ticket == 2);
    CHECK(page.last<wire::Failed>()->problem.code == Code::ragged);
    CHECK(page.all<wire::Opened>().size() == 1);
    page.open("", 3);
    CHECK(page.last<wire::Failed>()->ticket == 3);
    CHECK(page.last<wire::Failed>()->problem.code == Code::empty);
    page.open("not json at all", 4, 1);
    CHECK(page.all<wire::Failed>().size() == 3);
    CHECK(page.ask(profileOf(document, Method::rollout)).values == before.values);
}

TEST_CASE("an opening can be cancelled, and a newer one takes its place", "[app][engine]") {
    EngineHarness page;
    const std::string text = fileText(reference("use_lite_keys_cabinet.json"));
    const auto bytes = std::as_bytes(std::span(text));
    page.send(wire::OpenBegin{1, text.size(), 0, "a"});
    page.send(wire::OpenChunk{1, bytes.first(100)});
    page.send(wire::Cancel{1});
    REQUIRE(page.last<wire::Failed>());
    CHECK(page.last<wire::Failed>()->problem.code == Code::cancelled);
    page.send(wire::OpenChunk{1, bytes.subspan(100)});
    page.send(wire::OpenEnd{1});
    CHECK(page.all<wire::Opened>().empty());
    CHECK(page.all<wire::Failed>().size() == 1);
    page.send(wire::OpenBegin{2, 0, 0, "b"});
    page.send(wire::OpenChunk{2, bytes.first(100)});
    page.open(text, 3);
    CHECK(page.last<wire::Failed>()->ticket == 2);
    REQUIRE(page.last<wire::Opened>());
    CHECK(page.last<wire::Opened>()->ticket == 3);
}

TEST_CASE("a file beyond the memory limit is refused before it is taken", "[app][engine]") {
    EngineHarness page;
    const std::string text = fileText(reference("toy_agreement_keys.json"));
    page.send(wire::OpenBegin{1, text.size(), 4096, "big.json"});
    page.send(wire::OpenChunk{1, std::as_bytes(std::span(text))});
    page.send(wire::OpenEnd{1});
    REQUIRE(page.last<wire::Failed>());
    CHECK(page.last<wire::Failed>()->problem.code == Code::tooLarge);
}

TEST_CASE("the file before stays open for comparing, the one before it does not",
          "[app][engine]") {
    EngineHarness page;
    const DocumentSummary first = page.openReference("use_lite_keys_cabinet.json", 1);
    const DocumentSummary second = page.openReference("toy_agreement_keys.json", 2);
    CHECK(first.id != second.id);
    CHECK_FALSE(page.ask(profileOf(first, Method::rollout)).problem);
    page.openReference("toy_agreement_keys.json", 3);
    const Answer gone = page.ask(profileOf(first, Method::rollout));
    REQUIRE(gone.problem);
    CHECK(gone.values.empty());
    CHECK_FALSE(page.ask(profileOf(second, Method::rollout)).problem);
}

TEST_CASE("questions outside the document are answered with a problem", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json");
    std::vector<Query> questions;
    questions.push_back(profileOf({}, Method::rollout));
    questions.push_back(profileOf(document, Method::rollout, {}));
    questions.push_back(profileOf(document, Method::rollout, {11}));
    questions.push_back(profileOf(document, Method::rollout, {-1}));
    questions.push_back(profileOf(document, Method::relevance));
    questions.push_back(profileOf(document, Method::gradientRollout));
    questions.push_back(matrixOf(document, Method::raw, 2));
    questions.push_back(matrixOf(document, Method::flow, -1));
    Query query = profileOf(document, Method::rollout);
    query.example = 1;
    questions.push_back(query);
    query = profileOf(document, Method::rollout);
    query.side = Side::cross;
    questions.push_back(query);
    query = profileOf(document, Method::flow);
    query.settings.residual = 2;
    questions.push_back(query);
    query = matrixOf(document, Method::raw, 0);
    query.what = Query::What::headMatrix;
    query.head = 4;
    questions.push_back(query);
    query = profileOf(document, Method::flow);
    query.what = Query::What::flowEdges;
    query.sink = 11;
    questions.push_back(query);
    query = profileOf(document, Method::flow, {1, 2});
    query.what = Query::What::flowEdges;
    questions.push_back(query);
    query = profileOf(document, Method::rollout);
    query.what = Query::What::correlation;
    if (document.current.importance.empty()) questions.push_back(query);
    for (const Query& question : questions) {
        const Answer answer = page.ask(question);
        CAPTURE(static_cast<int>(question.what), static_cast<int>(question.method));
        CHECK(answer.query == question);
        REQUIRE(answer.problem);
        CHECK_FALSE(answer.problem->finding.empty());
        CHECK(answer.values.empty());
    }
}

TEST_CASE("what views need no more is dropped, what a program asked for stays", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Query first = matrixOf(document, Method::flow, 1);
    const Query second = matrixOf(document, Method::flow, 2);
    const Query third = matrixOf(document, Method::rollout, 3);
    CHECK(page.send(wire::Ask{{first, second}, true}));
    CHECK(page.send(wire::Ask{{third}, false}));
    CHECK(page.send(wire::Ask{{second}, true}));
    const auto dropped = page.all<wire::Answered>();
    REQUIRE(dropped.size() == 1);
    CHECK(dropped[0].answer.query == first);
    REQUIRE(dropped[0].answer.problem);
    CHECK(dropped[0].answer.problem->code == Code::cancelled);
    page.workAll();
    const auto answered = page.all<wire::Answered>();
    REQUIRE(answered.size() == 3);
    CHECK(answered[1].answer.query == second);
    CHECK(answered[2].answer.query == third);
    CHECK_FALSE(answered[2].answer.problem);
    page.send(wire::Ask{{first, third}, false});
    CHECK(page.send(wire::Forget{third}));
    CHECK_FALSE(page.send(wire::Forget{}));
    CHECK(page.all<wire::Answered>().size() == 5);
}

TEST_CASE("a newer question is answered before those that wait", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Query slow = matrixOf(document, Method::flow, 5);
    const Query urgent = profileOf(document, Method::rollout);
    page.send(wire::Ask{{slow}, true});
    page.send(wire::Ask{{urgent, slow}, true});
    page.workAll();
    const auto answered = page.all<wire::Answered>();
    REQUIRE(answered.size() >= 2);
    CHECK(answered.front().answer.query == urgent);
    CHECK(answered.back().answer.query == slow);
}

TEST_CASE("flow comes piece by piece, never wrong and never less", "[app][engine]") {
    EngineHarness page;
    page.open(syntheticFile(6, 90), 1, 1 << 20);
    REQUIRE(page.last<wire::Opened>());
    Query query = profileOf(page.last<wire::Opened>()->document, Method::flow, {});
    query.outputMode = OutputMode::meanOfAll;
    page.send(wire::Ask{{query}, true});
    int pieces = 0;
    while (page.work()) ++pieces;
    CHECK(pieces > 3);
    const auto answered = page.all<wire::Answered>();
    const Answer& whole = answered.back().answer;
    CHECK(whole.complete == 1);
    CHECK(std::ranges::none_of(whole.values, [](float value) { return std::isnan(value); }));
    double complete = -1;
    for (const auto& one : answered) {
        CHECK(one.answer.complete >= complete);
        complete = one.answer.complete;
        for (std::size_t i = 0; i < whole.values.size(); ++i) {
            const float value = one.answer.values[i];
            CHECK((std::isnan(value) || value == whole.values[i]));
        }
    }
}

TEST_CASE("answers are the same when nothing can be kept", "[app][engine]") {
    EngineHarness roomy;
    EngineHarness narrow(40000);
    const DocumentSummary a = roomy.openReference("toy_agreement_keys.json");
    const DocumentSummary b = narrow.openReference("toy_agreement_keys.json");
    for (int round = 0; round < 2; ++round) {
        for (const double residual : {0.0, 0.25, 0.5, 0.75}) {
            for (const Method method : {Method::rollout, Method::flow}) {
                Query query = matrixOf(a, method, 5);
                query.settings.residual = residual;
                const Answer kept = roomy.ask(query);
                query.document = b.id;
                CHECK(narrow.ask(query).values == kept.values);
            }
        }
    }
}

TEST_CASE("a method that would not fit in memory is refused", "[app][engine]") {
    EngineHarness page(1000);
    const DocumentSummary document = page.openReference("toy_agreement_keys.json");
    const Answer answer = page.ask(profileOf(document, Method::rollout));
    REQUIRE(answer.problem);
    CHECK(answer.problem->code == Code::tooLarge);
    CHECK_FALSE(page.ask(profileOf(document, Method::raw)).problem);
}

TEST_CASE("other examples of a file are described when asked for", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    CHECK(document.exampleTitles.size() == 6);
    CHECK(document.example == 0);
    page.send(wire::SelectExample{document.id, 4});
    REQUIRE(page.last<wire::ExampleChanged>());
    const DocumentSummary fifth = page.last<wire::ExampleChanged>()->document;
    CHECK(fifth.example == 4);
    CHECK(fifth.id == document.id);
    Query query = profileOf(document, Method::rollout);
    query.example = 4;
    CHECK(page.ask(query).cols == static_cast<int>(fifth.current.tokens.size()));
    page.send(wire::SelectExample{document.id, 6});
    page.send(wire::SelectExample{document.id, -1});
    page.send(wire::SelectExample{document.id + 1, 0});
    CHECK(page.all<wire::ExampleChanged>().size() == 1);
}

TEST_CASE("numbers are handed out as files", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json");
    CHECK(page.send(wire::Export{5, profileOf(document, Method::rollout, {6}), "csv"}));
    page.workAll();
    REQUIRE(page.last<wire::Exported>());
    CHECK(page.last<wire::Exported>()->ticket == 5);
    CHECK(page.last<wire::Exported>()->name == "file-rollout.csv");
    CHECK(page.last<wire::Exported>()->mediaType == "text/csv");
    CHECK(std::ranges::count(page.last<wire::Exported>()->text, '\n') == 3);
    page.send(wire::Export{6, matrixOf(document, Method::flow, 1), "json", true});
    page.workAll();
    CHECK(page.last<wire::Exported>()->ticket == 6);
    CHECK(page.last<wire::Exported>()->text.find("\"method\":\"flow\"") != std::string::npos);
    page.send(wire::Export{7, matrixOf(document, Method::flow, 1), "xlsx"});
    page.workAll();
    REQUIRE(page.last<wire::Failed>());
    CHECK(page.last<wire::Failed>()->ticket == 7);
    page.send(wire::Export{8, matrixOf(document, Method::flow, 1), "json"});
    page.send(wire::Cancel{8});
    CHECK(page.last<wire::Failed>()->ticket == 8);
    CHECK(page.last<wire::Failed>()->problem.code == Code::cancelled);
}

TEST_CASE("bytes that are no message are refused and change nothing", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("use_lite_keys_cabinet.json");
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::byte> bytes(random() % 64);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
        CHECK_FALSE(page.sendBytes(bytes));
    }
    REQUIRE(page.last<wire::Failed>());
    CHECK(page.last<wire::Failed>()->problem.code == Code::internal);
    CHECK_FALSE(page.ask(profileOf(document, Method::rollout, {6})).problem);
}
