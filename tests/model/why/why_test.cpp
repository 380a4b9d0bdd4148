// SPDX-License-Identifier: MIT
// The word that may be named. Compares information flow routes with the real library
// (tests/model/make/interventions.py), and the rule with single cases, with the votes of shared/data/default_picture,
// and with the shipped encoder's sentences there.
#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "model/ask/contributions.h"
#include "model/reference.h"
#include "model/run/run.h"
#include "model/service/run_questions.h"
#include "model/why/naming.h"

namespace hw {
namespace {

using Flags = std::vector<bool>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// For five words, the first one a sink and the last one at the answer's position.
why::Evidence fiveWords(std::vector<double> leftOut, std::vector<double> routes = {},
                        std::vector<double> direct = {}) {
    return {.leftOut = std::move(leftOut),
            .routes = std::move(routes),
            .direct = std::move(direct),
            .attention = {0, 0.1, 0.6, 0.2, 0.1},
            .isSink = {true, false, false, false, false},
            .takesPart = {true, true, true, true, false}};
}

std::string sharedPicture() {
    std::string folder = std::string(HW_SHARED_DATA) + "/default_picture";
    if (!std::filesystem::is_directory(folder))
        SKIP("shared/data/default_picture is not beside the checkout");
    return folder;
}

}  // namespace

TEST_CASE("information flow routes are those of hooks in the library, and whole rows sum to 1") {
    const model::Reference reference("qwen3");
    const model::Trace trace = reference.run(reference.text);
    std::vector<double> read(reference.text.length(), 0.0);
    read.back() = 1;
    const auto routes = model::flowRoutes(reference.network, trace, read, 0.04);
    REQUIRE(routes);
    reference.near(*routes, reference.json.find(reference.node, "routes"), 2e-6);
    // Without records each layer runs again. With nothing dropped the sources account for the whole answer.
    const auto bare = model::forward(reference.network, {reference.text});
    REQUIRE(bare);
    const auto again = model::flowRoutes(reference.network, *bare, read, 0.04);
    REQUIRE(again);
    CHECK(*again == *routes);
    const auto all = model::flowRoutes(reference.network, trace, read, 0);
    REQUIRE(all);
    CHECK(std::accumulate(all->begin(), all->end(), 0.0) == Catch::Approx(1));
}

TEST_CASE("a word of several tokens is the sum of its tokens, in values and in gradients") {
    const model::Reference reference("qwen3");
    const model::Trace trace = reference.run(reference.text);
    const std::vector<int>& ids = reference.text.ids;
    const auto last = static_cast<int>(ids.size()) - 1;
    const model::Target word{.kind = model::TargetKind::logProbability,
                             .index = ids[last - 2],
                             .position = last - 3,
                             .rest = {ids[last - 1], ids[last]}};
    const std::vector<model::Target> parts = model::partsOf(word);
    REQUIRE(parts.size() == 3);
    CHECK(parts[2].index == ids[last]);
    CHECK(parts[2].position == last - 1);
    double sum = 0;
    std::vector<float> runGradients;
    for (const model::Target& part : parts) {
        sum += model::valuesOf(reference.network, trace, part).front();
        const auto own = model::backward(reference.network, trace, {&part, 1});
        REQUIRE(own);
        runGradients.resize(own->weights.front().size());
        for (std::size_t i = 0; i < runGradients.size(); ++i)
            runGradients[i] += own->weights.front()[i];
    }
    CHECK(model::valuesOf(reference.network, trace, word).front() == Catch::Approx(sum));
    const auto whole = model::backward(reference.network, trace, {&word, 1});
    REQUIRE(whole);
    CHECK(whole->value == Catch::Approx(sum));
    for (std::size_t i = 0; i < runGradients.size(); ++i)
        CHECK(std::abs(whole->weights.front()[i] - runGradients[i]) < 1e-5);
    const auto isRefused = [&](const model::Target& target) {
        return !model::checkTarget(target, reference.network.spec, reference.network.outputs(),
                                   last + 1);
    };
    CHECK(!isRefused(word));
    model::Target other = word;
    other.position = last - 1;  // it would end after the text
    CHECK(isRefused(other));
    other = word;
    other.kind = model::TargetKind::probability;
    CHECK(isRefused(other));
    other = word;
    other.rest.back() = reference.network.outputs();
    CHECK(isRefused(other));
}

TEST_CASE("three tests vote, and a sink is named by the measured one only") {
    const auto whole = why::nameGroup(
        fiveWords({1, 5, 2, 0, none}, {9, 0.2, 0.1, 0, 9}, {9, 3, 1, -4, 9}), std::nullopt);
    CHECK(whole.named == 1);
    CHECK(whole.votes == 3);
    CHECK(whole.then == -1);
    CHECK(whole.order == std::vector{1, 2, 0, 3});
    const auto two = why::nameGroup(
        fiveWords({1, 5, 2, 0, none}, {9, 0.1, 0.2, 0, 9}, {9, 1, 3, -4, 9}), std::nullopt);
    CHECK(two.named == 2);
    CHECK(two.votes == 2);
    CHECK(two.then == 1);
    CHECK(two.first == std::array{1, 2, 2});
    const auto apart =
        why::nameGroup(fiveWords({7, 5, 2, 0, none}, {9, 0.1, 0.2, 0, 9}, {9, 1, 1, 4, 9}), 1.0);
    CHECK(apart.named == -1);
    CHECK(apart.votes == 1);
    CHECK(apart.first == std::array{0, 2, 3});
    // The second of all is a word that no test put first.
    CHECK(apart.order == std::vector{2, 1, 0, 3});
    CHECK(why::firstInOrder(apart) == std::vector{2, 0, 3});
    // Where hiding has no effect there is no vote.
    const std::vector<double> routes{9, 0.2, 0.1, 0, 9};
    const std::vector<double> direct{9, 3, 1, -4, 9};
    CHECK(why::nameGroup(fiveWords({-1, -5, 0, 0, none}, routes, direct), std::nullopt).votes == 0);
    // With equal values, the earlier word is named.
    const auto equal = why::nameGroup(
        fiveWords({1, 5, 5, 0, none}, {0, 0.2, 0.2, 0, 0}, {0, 3, 3, 0, 0}), std::nullopt);
    CHECK(equal.named == 1);
}

TEST_CASE("one word of two is not named: there is little to choose from") {
    auto two = fiveWords({1, 9, 2, 0, none});
    two.takesPart = {false, true, true, false, false};
    CHECK(why::nameGroup(two, 10.0).named == -1);
    two.takesPart[3] = true;
    CHECK(why::nameGroup(two, 10.0).named == 1);
}

TEST_CASE("without a vote a word is named that takes half of the lead") {
    CHECK(why::nameGroup(fiveWords({1, 5, 2, 0, none}), 10.0).named == 1);
    CHECK(why::nameGroup(fiveWords({1, 4.9, 2, 0, none}), 10.0).named == -1);
    CHECK(why::nameGroup(fiveWords({1, 5, 2, 0, none}), std::nullopt).named == -1);
    CHECK(why::nameGroup(fiveWords({1, 5, 2, 0, none}), -10.0).named == -1);
    CHECK(why::nameGroup(fiveWords({1, 5, 2, 0, none}), 10.0).votes == 0);
    // A lead within the noise of the run does not count, and neither does a word's effect within it.
    CHECK(why::nameGroup(fiveWords({0, 5e-4, 0, 0, none}), 6e-4, 1e-3).named == -1);
    CHECK(why::nameGroup(fiveWords({0, 5e-4, 0, 0, none}), 6e-4, 1e-5).named == 1);
    // Two words are too few for a vote.
    why::Evidence few = fiveWords({1, 5, 2, 0, none}, {9, 1, 2, 0, 9}, {9, 1, 2, 0, 9});
    few.takesPart = {false, true, true, false, false};
    CHECK(why::nameGroup(few, std::nullopt).votes == 0);
    CHECK(why::nameGroup(few, std::nullopt).order == std::vector{1, 2});
}

TEST_CASE("attention leads elsewhere where the word that it leads to is not needed") {
    const why::Evidence needed = fiveWords({1, 8, 2, 0, none});
    CHECK(why::elsewhere(needed, why::nameGroup(needed, 10.0), 1) == -1);
    const why::Evidence idle = fiveWords({1, 8, 0.5, 0, none});
    CHECK(why::elsewhere(idle, why::nameGroup(idle, 10.0), 1) == 2);
    const why::Evidence same = fiveWords({1, 2, 8, 0, none});
    CHECK(why::elsewhere(same, why::nameGroup(same, 10.0), 10) == -1);
    const why::Evidence raised = fiveWords({1, 8, -2, 0, none});
    CHECK(why::elsewhere(raised, why::nameGroup(raised, 10.0), 1) == -1);
    why::Evidence spread = idle;
    spread.attention = {0, 0.15, 0.19, 0.1, 0.1};
    CHECK(why::elsewhere(spread, why::nameGroup(spread, 10.0), 1) == -1);
    const why::Evidence untested = fiveWords({1, 8, none, 0, none});
    CHECK(why::elsewhere(untested, why::nameGroup(untested, 10.0), 1) == -1);
}

TEST_CASE("votes are those of independent code on SmolLM2's prompts") {
    const std::string folder = sharedPicture();
    const test::JsonReference expected(folder + "/votes.json");
    const test::JsonReference prompts(folder + "/prompts.json");
    std::map<std::string, std::vector<int>> decisive;
    for (const io::NodeId node : prompts.json.children(prompts.json.find(0, "smollm2")))
        decisive[prompts.text(node, "text")] = prompts.whole(node, "decisive");
    std::array<int, 4> right{};
    std::array<int, 4> all{};
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "smollm2"))) {
        const std::string text = expected.text(node, "text");
        CAPTURE(text);
        why::Evidence evidence{.leftOut = expected.numbers(node, "hidden"),
                               .routes = expected.numbers(node, "routes"),
                               .direct = expected.numbers(node, "direct"),
                               .attention = {},
                               .isSink = {},
                               .takesPart = {}};
        const std::size_t words = evidence.leftOut.size();
        evidence.attention.assign(words, 0);
        evidence.takesPart.assign(words, true);
        evidence.isSink.assign(words, false);
        const io::NodeId sinks = expected.json.find(node, "sinks");
        if (expected.json.size(sinks) > 0)
            for (const int sink : expected.whole(node, "sinks")) evidence.isSink[sink] = true;
        const why::Naming made = why::nameGroup(evidence, std::nullopt);
        const int named = made.votes == 1 ? -1 : static_cast<int>(expected.number(node, "named"));
        CHECK(made.votes == expected.number(node, "votes"));
        CHECK(made.named == named);
        const io::NodeId first = expected.json.find(node, "first");
        CHECK(made.first[0] == expected.number(first, "hidden"));
        CHECK(made.first[1] == expected.number(first, "routes"));
        CHECK(made.first[2] == expected.number(first, "direct"));
        ++all[made.votes];
        if (std::ranges::count(decisive.at(text), named) > 0) ++right[made.votes];
    }
    CHECK(all == std::array{0, 16, 60, 65});
    CHECK(right == std::array{0, 0, 43, 64});
}

TEST_CASE("the shipped encoder's words are named as often as the references say, and rightly") {
    const test::JsonReference prompts(sharedPicture() + "/prompts.json");
    const auto session =
        model::Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    int named = 0;
    for (const io::NodeId node : prompts.json.children(prompts.json.find(0, "agreement"))) {
        const std::string text = prompts.text(node, "text");
        CAPTURE(text);
        const auto run = session->run(text);
        REQUIRE(run);
        const auto answer = session->outputNamed(prompts.text(node, "answer"));
        const auto against = session->outputNamed(prompts.text(node, "against"));
        REQUIRE(answer);
        REQUIRE(against);
        const model::Progress nobody;
        const auto json = service::answerQuestion(
            "why", service::RunQuestion{.session = *session,
                                        .base = *run,
                                        .run = *run,
                                        .target = {.index = *answer,
                                                   .minus = *against,
                                                   .position = session->usualPosition(*run)},
                                        .arguments = {},
                                        .progress = nobody});
        REQUIRE(json);
        io::JsonParser parser;
        REQUIRE(parser.push(*json));
        const auto tree = parser.finish();
        REQUIRE(tree);
        const io::NodeId found = tree->find(io::Tree::root, "named");
        if (!tree->is(found, io::Kind::number)) continue;
        ++named;
        CHECK(std::ranges::count(prompts.whole(node, "decisive"),
                                 static_cast<int>(tree->number(found))) == 1);
    }
    CHECK(named == 64);
}

}  // namespace hw
