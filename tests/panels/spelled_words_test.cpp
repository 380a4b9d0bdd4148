// SPDX-License-Identifier: MIT
// Words that a tokenizer splits into letters are named before their letters are.
#include "panels/bars/spelled_words.h"

#include <catch2/catch_test_macros.hpp>

#include "page/shown_page.h"
#include "panels/page_model.h"

using namespace hw;
using namespace hw::test;

namespace {

std::string textOf(std::vector<std::string> tokens) {
    AppState state;
    state.document = DocumentSummary{};
    state.document->current.tokens = std::move(tokens);
    return spelledWordsText(state);
}

}  // namespace

TEST_CASE("words of three letters or more, each a token, are told as unknown, each once",
          "[app][bars]") {
    CHECK(textOf({"[CLS]", "b", "##a", "##k", "##e", "a", "cake", "[SEP]"}) ==
          "The model doesn’t know “bake” and reads it letter by letter.");
    CHECK(textOf({"b", "##a", "##d", "ö", "##d", "##e", "b", "##a", "##d"}) ==
          "The model doesn’t know “bad” and “öde” and reads them letter by letter.");
    CHECK(textOf({"b", "##a", "##d", "r", "##e", "##d", "h", "##o", "##t"}) ==
          "The model reads “bad”, “red” and 1 more unknown word letter by letter.");
    // Pieces of several letters, two letters, numbers, and models without words.
    CHECK(textOf({"b", "##ak", "##e", "s", "##o", "1", "##2", "##3"}).empty());
    CHECK(textOf({"b", "a", "k", "e"}).empty());
    CHECK(textOf({}).empty());
}

TEST_CASE("the caption of the bars begins with them", "[app][bars]") {
    constexpr const char* text =
        R"({"tokens":["b","##a","##d"],"attentions":[[[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]]]]})";
    ShownPage page(text, "method=raw&layer=1&token=0");
    CHECK(page.model().bars.caption.starts_with(
        "The model doesn’t know “bad” and reads it letter by letter. Most attention goes to "));
}
