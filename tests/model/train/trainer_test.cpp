// SPDX-License-Identifier: MIT
#include "model/train/trainer.h"

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/session/session.h"
#include "model/train/draws.h"
#include "model/train/files.h"

namespace {

using namespace hw::train;
using Catch::Matchers::WithinAbs;

Trainer trainerOf(std::string_view name, std::uint64_t seed, int steps = 0) {
    auto recipe = recipeNamed(name);
    REQUIRE(recipe);
    auto trainer = Trainer::create(std::move(*recipe), seed);
    REQUIRE(trainer);
    for (int i = 0; i < steps; ++i) REQUIRE(trainer->advance());
    return std::move(*trainer);
}

TEST_CASE("random numbers and first weights are the published ones") {
    CHECK(draw(0, 0) == 0xe220'a839'7b1d'cdaf);
    CHECK(draw(1, 1) == 0xbeeb'8da1'658e'ec67);
    CHECK(draw(draw(1, 1), 0) == 0x778b'1aa9'c29b'c868);
    Draws draws(draw(draw(1, 1), 0));
    for (const int number : {0, 22, 0, 23, 3, 21}) CHECK(draws.next(26) == number);

    const Trainer trainer = trainerOf("copy", 1);
    const std::uint32_t bits[] = {3169951487, 1017315828, 3177649093, 1007130898};
    for (int i = 0; i < 4; ++i)
        CHECK(std::bit_cast<std::uint32_t>(trainer.weights()[i]) == bits[i]);
    const Sequence first = trainer.recipe().task.sequence(1, Purpose::training, 0);
    const int period[] = {22, 1, 24, 6, 0, 20};
    for (int i = 0; i < 32; ++i) CHECK(first.ids[i] == period[i % 6]);
}

TEST_CASE("copy has the losses that PyTorch has in float64") {
    Trainer trainer = trainerOf("copy", 1, 100);
    const std::pair<int, double> losses[] = {{0, 3.31041751}, {1, 3.35039601},  {2, 3.30888217},
                                             {9, 3.27819608}, {19, 3.25017625}, {99, 2.65316592}};
    for (const auto& [step, loss] : losses)
        CHECK_THAT(trainer.records()[step].loss, WithinAbs(loss, 2e-6));
}

/// The same in every engine and compiler. A change of one operation needs a new version of the recipes.
TEST_CASE("the weights of copy have the same bits everywhere") {
    Trainer trainer = trainerOf("copy", 1, 100);
    CHECK(hashOf(trainer.weights()) == "c0138cb25ec2fd39");
    for (int i = 100; i < 300; ++i) REQUIRE(trainer.advance());
    CHECK(hashOf(trainer.weights()) == "ca52258bcc3c2b90");
    CHECK(trainer.accuracy(trainer.weights()).share() > 0.99);
}

TEST_CASE("every step of the past has the weights that it had") {
    Trainer trainer = trainerOf("add", 3);
    std::vector<std::string> hashes{hashOf(trainer.weights())};
    for (int i = 0; i < 60; ++i) {
        REQUIRE(trainer.advance());
        hashes.push_back(hashOf(trainer.weights()));
    }
    for (const int step : {0, 4, 5, 24, 25, 37, 49, 50, 59, 60}) {
        CAPTURE(step);
        const auto weights = trainer.at(step);
        REQUIRE(weights);
        CHECK(hashOf(*weights) == hashes[step]);
    }
    CHECK_FALSE(trainer.at(61));
    CHECK_FALSE(trainer.at(-1));
    // Looking back leaves the training as it was.
    REQUIRE(trainer.advance());
    CHECK(hashOf(trainer.weights()) == hashOf(trainerOf("add", 3, 61).weights()));
}

TEST_CASE("a trained network opens as a model with the same attention and answers") {
    for (const char* name : {"copy", "add", "largest"}) {
        CAPTURE(name);
        Trainer trainer = trainerOf(name, 2, 40);
        const Recipe& recipe = trainer.recipe();
        auto session = hw::model::Session::open(modelParts(recipe, trainer.weights()));
        REQUIRE(session);
        const Sequence sequence = recipe.task.sequence(2, Purpose::test, 5);
        std::string text;
        for (const int id : sequence.ids) text += (text.empty() ? "" : " ") + recipe.task.words[id];
        const auto ids = trainer.idsOf(text);
        REQUIRE(ids);
        CHECK(*ids == sequence.ids);
        const auto run = session->run(text);
        REQUIRE(run);
        CHECK(run->encoding.ids == sequence.ids);
        const auto seen = trainer.see(trainer.weights(), *ids);
        REQUIRE(seen);
        const int vocabulary = recipe.shape.vocabulary;
        for (int position = 0; position < seen->tokens; ++position) {
            const auto outputs = session->outputs(*run, position);
            REQUIRE(std::cmp_equal(outputs.size(), vocabulary));
            for (int i = 0; i < vocabulary; ++i)
                CHECK_THAT(outputs[i], WithinAbs(seen->logits[position * vocabulary + i], 2e-5));
        }
        std::size_t at = 0;
        for (const auto& layer : run->trace.weights)
            for (const float weight : layer)
                CHECK_THAT(weight, WithinAbs(seen->attention[at++], 2e-6));
        CHECK(at == seen->attention.size());
    }
}

TEST_CASE("a cut head and a cut edge change what the network sees") {
    Trainer trainer = trainerOf("largest", 1, 300);
    const Weights& weights = trainer.weights();
    const Accuracy whole = trainer.accuracy(weights);
    CHECK(whole.share() > 0.97);
    CHECK(whole.counted == 128);
    const Cut head{.layer = 0, .head = 0};
    CHECK(trainer.accuracy(weights, {&head, 1}).share() < 0.6);
    // Without the edge to the largest letter the answer is the second largest.
    int second = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Sequence sequence = trainer.recipe().task.sequence(1, Purpose::test, i);
        const Cut edge{0, 0, 8, sequence.sources[8][0], true};
        const auto seen = trainer.see(weights, sequence.ids, {&edge, 1});
        REQUIRE(seen);
        CHECK(seen->attention[8 * 9 + edge.key] == 0);
        const float* const row = seen->logits.data() + std::size_t{8} * 17;
        const auto answer = static_cast<int>(std::max_element(row, row + 17) - row);
        std::vector<int> letters(sequence.ids.begin(), sequence.ids.begin() + 8);
        std::ranges::sort(letters);
        second += answer == letters[6] ? 1 : 0;
    }
    CHECK(second > 90);
}

TEST_CASE("a training that leaves the finite numbers ends") {
    auto recipe = recipeNamed("first");
    REQUIRE(recipe);
    recipe->optimiser.rate = 1e37;
    recipe->optimiser.warmUp = 0;
    auto trainer = Trainer::create(*recipe, 1);
    REQUIRE(trainer);
    hw::Result<StepRecord> record = trainer->advance();
    while (record && !trainer->isFinished()) record = trainer->advance();
    REQUIRE_FALSE(record);
    CHECK(record.error().code == hw::Code::badNumber);
    CHECK_FALSE(trainer->advance());
}

TEST_CASE("a text that the network cannot read is refused") {
    Trainer trainer = trainerOf("first", 1);
    CHECK_FALSE(trainer.see(trainer.weights(), std::vector<int>{}));
    CHECK_FALSE(trainer.see(trainer.weights(), std::vector{17}));
    CHECK_FALSE(trainer.see(trainer.weights(), std::vector<int>(10, 1)));
    CHECK_FALSE(trainer.idsOf("a q"));
    CHECK_FALSE(trainer.idsOf("a b c d e f g h a b"));
    CHECK(trainer.see(trainer.weights(), std::vector{1, 2}));
}

}  // namespace
