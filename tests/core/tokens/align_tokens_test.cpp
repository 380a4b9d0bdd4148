// SPDX-License-Identifier: MIT
#include "core/tokens/align_tokens.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>

namespace hw::test {
namespace {

using Texts = std::vector<std::string>;
using Places = std::vector<int>;

Texts wordsOf(std::string_view text) {
    Texts words;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end, text.size() - 1) + 1);
    }
    return words;
}

Places align(std::string_view before, std::string_view after) {
    return alignTokens(wordsOf(before), wordsOf(after));
}

/// The length of a longest common subsequence, by its definition.
int longest(const Texts& a, const Texts& b) {
    std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j)
            table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1
                                               : std::max(table[i - 1][j], table[i][j - 1]);
    }
    return table.back().back();
}

TEST_CASE("tokens of a changed text are found again", "[align]") {
    CHECK(align("the keys to", "the keys to") == Places{0, 1, 2});
    CHECK(align("the keys to", "the old keys to") == Places{0, 2, 3});
    CHECK(align("the old keys to", "the keys to") == Places{0, -1, 1, 2});
    CHECK(align("the keys to", "the keys to the cabinet") == Places{0, 1, 2});
    CHECK(align("the key to the cabinets is", "the keys to the cabinet are") ==
          Places{0, 1, 2, 3, 4, 5});
    CHECK(align("a b c d", "b c d a") == Places{-1, 0, 1, 2});
    CHECK(align("[CLS] a [SEP]", "[CLS] x y [SEP]") == Places{0, -1, 3});
    CHECK(align("a b", "") == Places{-1, -1});
    CHECK(align("", "a b").empty());
    CHECK(align("a a a", "a a") == Places{0, 1, -1});
}

TEST_CASE("as many tokens as can be are matched, in their order", "[align]") {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const auto text = [&] {
            Texts words(random() % 12);
            for (std::string& word : words) word = static_cast<char>('a' + random() % 4);
            return words;
        };
        const Texts before = text();
        const Texts after = text();
        const Places places = alignTokens(before, after);
        REQUIRE(places.size() == before.size());
        int last = -1;
        int same = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (places[i] < 0) continue;
            REQUIRE(places[i] > last);
            last = places[i];
            REQUIRE(last < static_cast<int>(after.size()));
            same += before[i] == after[last] ? 1 : 0;
        }
        CHECK(same == longest(before, after));
    }
}

TEST_CASE("texts too long to be compared word by word are matched at their ends", "[align]") {
    Texts before(3000, "x");
    Texts after(3000, "y");
    before.front() = after.front() = "first";
    before.back() = after.back() = "last";
    const Places places = alignTokens(before, after);
    CHECK(places.front() == 0);
    CHECK(places.back() == 2999);
    CHECK(places[1500] == 1500);  // replaced, one by one
    after.insert(after.begin() + 1, "z");
    const Places moved = alignTokens(before, after);
    CHECK(moved.back() == 3000);
    CHECK(moved[1500] == -1);
}

TEST_CASE("what is gone is left out of a list of tokens", "[align]") {
    const Places places = align("the old keys to", "the keys to");
    CHECK(carriedTokens({0, 1, 2, 3}, places) == Places{0, 1, 2});
    CHECK(carriedTokens({1}, places).empty());
    CHECK(carriedTokens({-1, 2, 9}, places) == Places{1});
}

}  // namespace
}  // namespace hw::test
