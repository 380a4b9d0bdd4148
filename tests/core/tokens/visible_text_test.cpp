// SPDX-License-Identifier: MIT
#include "core/tokens/visible_text.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/tokens/token_text.h"

using namespace hw;

TEST_CASE("characters that act instead of being seen are named", "[core][visible]") {
    CHECK(withVisibleControls("plain – naïve שלום 漢字") == "plain – naïve שלום 漢字");
    CHECK(withVisibleControls("a\u202Eb") == "aU+202Eb");
    CHECK(withVisibleControls("\u2066a\u2069") == "U+2066aU+2069");
    CHECK(withVisibleControls(std::string("a\0b\x1B\x7F", 5)) == "aU+0000bU+001BU+007F");
    CHECK(withVisibleControls("a\u0085b") == "aU+0085b");
    CHECK(withVisibleControls("a\nb\tc") == "a↵b⇥c");
}

TEST_CASE("joiners, direction marks and bytes that are no text stay", "[core][visible]") {
    for (const char* text : {"👩\u200D🚀", "می\u200Cخواهم", "a\u200Eb", "caf\xC3", "“quoted”"}) {
        CHECK(withVisibleControls(text) == text);
    }
}

TEST_CASE("a shown token holds none of them, with its markers or raw", "[core][visible]") {
    CHECK(displayToken("\u202Ereverse") == "U+202Ereverse");
    CHECK(displayToken("##\u202Eing") == "U+202Eing");
    CHECK(displayToken("<|\u202Eim_start|>") == "<|U+202Eim_start|>");
}

TEST_CASE("running text has the spaces of the text and an end", "[core][visible]") {
    const std::vector<std::string> tokens{"[CLS]", "play", "##ing", "chess", ".", "[SEP]"};
    CHECK(runningText(tokens, 100) == "[CLS] playing chess. [SEP]");
    CHECK(runningText(tokens, 13) == "[CLS] playing…");
    CHECK(runningText(tokens, 26) == "[CLS] playing chess. [SEP]");
    CHECK(runningText({}, 10).empty());
    CHECK(runningText(std::vector<std::string>(100000, "é"), 3) == "é é…");
}
