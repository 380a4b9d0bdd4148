// SPDX-License-Identifier: MIT
// Choosing the next token, compared with exact fractions.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "model/support.h"
#include "model/write/sampling.h"

namespace hw::model {
namespace {

/// Logits of tokens with these shares.
std::vector<float> logitsOf(const std::vector<double>& shares) {
    std::vector<float> logits;
    for (const double share : shares) logits.push_back(static_cast<float>(std::log(share) + 3));
    return logits;
}

const std::vector<float> four = logitsOf({0.1, 0.4, 0.2, 0.3});

void same(const std::vector<Candidate>& found, const std::vector<Candidate>& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].id == wanted[i].id);
        CHECK(found[i].share == Catch::Approx(wanted[i].share).margin(1e-6));
    }
}

}  // namespace

TEST_CASE("temperature, top-k and top-p leave the tokens and shares that they should",
          "[model][write]") {
    same(candidatesOf(four, {}), {{1, 1}});
    same(candidatesOf(four, {.temperature = 1}), {{1, 0.4}, {3, 0.3}, {2, 0.2}, {0, 0.1}});
    same(candidatesOf(four, {.temperature = 0.5}),
         {{1, 16 / 30.0}, {3, 9 / 30.0}, {2, 4 / 30.0}, {0, 1 / 30.0}});
    same(candidatesOf(four, {.temperature = 1, .topK = 3}),
         {{1, 4 / 9.0}, {3, 3 / 9.0}, {2, 2 / 9.0}});
    same(candidatesOf(four, {.temperature = 1, .topK = 9}),
         {{1, 0.4}, {3, 0.3}, {2, 0.2}, {0, 0.1}});
    same(candidatesOf(four, {.temperature = 1, .topP = 0.41}), {{1, 4 / 7.0}, {3, 3 / 7.0}});
    same(candidatesOf(four, {.temperature = 1, .topP = 0.39}), {{1, 1}});
    // Of top-k's own shares, not of the whole. 4/9 and 3/9 are 7/9.
    same(candidatesOf(four, {.temperature = 1, .topK = 3, .topP = 0.75}),
         {{1, 4 / 7.0}, {3, 3 / 7.0}});
    // With temperature first, only 16/30.
    same(candidatesOf(four, {.temperature = 0.5, .topP = 0.5}), {{1, 1}});
}

TEST_CASE("of equal tokens the smaller number comes first", "[model][write]") {
    const std::vector<float> equal{1, 2, 2, 1};
    CHECK(chooseToken(equal, {}, 0) == 1);
    const auto list = candidatesOf(equal, {.temperature = 1, .topK = 3});
    REQUIRE(list.size() == 3);
    CHECK(list[0].id == 1);
    CHECK(list[1].id == 2);
    CHECK(list[2].id == 0);
}

TEST_CASE("numbers of chance are SplitMix64's", "[model][write]") {
    // The first outputs for the seed 0, as published with the generator.
    const std::uint64_t outputs[] = {0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F};
    for (int i = 0; i < 3; ++i)
        CHECK(drawAt(0, i) == static_cast<double>(outputs[i] >> 11) / 9007199254740992.0);
    CHECK(drawAt(1, 0) != drawAt(0, 0));
}

TEST_CASE("tokens are drawn as often as their shares say, and the same again", "[model][write]") {
    const Sampling sampling{.temperature = 1, .topK = 3, .seed = 42};
    std::vector<int> counts(4, 0);
    constexpr int draws = 20000;
    for (int position = 0; position < draws; ++position) {
        const int id = chooseToken(four, sampling, position);
        REQUIRE((id >= 0 && id < 4));
        ++counts[id];
        if (position < 50) CHECK(chooseToken(four, sampling, position) == id);
    }
    CHECK(counts[0] == 0);
    // Four standard deviations of a binomial distribution.
    for (const auto& [id, share] : {std::pair{1, 4 / 9.0}, {3, 3 / 9.0}, {2, 2 / 9.0}})
        CHECK(std::abs(counts[id] - draws * share) < 4 * std::sqrt(draws * share * (1 - share)));
}

TEST_CASE("of a whole vocabulary any token may be drawn", "[model][write]") {
    const std::vector<float> logits = test::randomFloats(5000, 3);
    const auto list = candidatesOf(logits, {.temperature = 1});
    REQUIRE(list.size() == logits.size());
    double sum = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        sum += list[i].share;
        if (i > 0) REQUIRE(list[i].share <= list[i - 1].share);
    }
    CHECK(sum == Catch::Approx(1));
    for (int position = 0; position < 200; ++position) {
        double below = 0;
        std::size_t at = 0;
        for (; at + 1 < list.size(); ++at) {
            below += list[at].share;
            if (below > drawAt(7, position)) break;
        }
        CHECK(chooseToken(logits, {.temperature = 1, .seed = 7}, position) == list[at].id);
    }
}

TEST_CASE("settings and logits that are no numbers do no harm", "[model][write]") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const Sampling& bad : {Sampling{.temperature = -1}, Sampling{.temperature = nan},
                                Sampling{.temperature = infinity}, Sampling{.topK = -1},
                                Sampling{.topP = 0}, Sampling{.topP = 1.5}, Sampling{.topP = nan}})
        CHECK(checkSampling(bad).error().code == Code::badArgument);
    CHECK(checkSampling({.temperature = 0.7, .topK = 40, .topP = 0.9, .seed = 1}));
    const std::vector<float> some{nan, 1, -infinity, 2};
    CHECK(chooseToken(some, {}, 0) == 3);
    CHECK(candidatesOf(some, {.temperature = 1}).size() == 2);
    CHECK(candidatesOf(some, {.temperature = 1e-300}).size() == 1);
    const std::vector<float> none{nan, nan};
    CHECK(chooseToken(none, {}, 0) == -1);
    CHECK(chooseToken(none, {.temperature = 1}, 0) == -1);
    CHECK(chooseToken({}, {.temperature = 1}, 0) == -1);
    CHECK(candidatesOf(none, {}).empty());
}

}  // namespace hw::model
