// SPDX-License-Identifier: MIT
// MarianMT's two SentencePiece models with one vocabulary, compared with the library's MarianTokenizer
// (tests/model/make/translation.py).
#include <catch2/catch_test_macros.hpp>

#include "model/checkpoint.h"
#include "model/json_reference.h"
#include "model/session/session.h"
#include "model/tokenizer/classes/open_tokenizer.h"

namespace hw::model {
namespace {

const std::string folder = HW_TEST_DATA "/model/marian_small";

std::vector<std::int32_t> idsByMarian(const Tokenizer& tokenizer, std::string_view text) {
    const auto encoding = tokenizer.encode(text);
    REQUIRE(encoding);
    return encoding->ids;
}

}  // namespace

TEST_CASE("MarianMT cuts either language by its own pieces, with the numbers of one vocabulary") {
    const auto files = readModelFiles(test::partsOf(folder));
    REQUIRE(files);
    const auto source = openTokenizer(*files);
    INFO((source ? "" : sentence(source.error())));
    REQUIRE(source);
    const auto target = openTargetTokenizer(*files);
    REQUIRE(target);
    REQUIRE(*target);
    const io::Tree tree = test::JsonReference(folder + "/expected_pieces.json").json;
    int compared = 0;
    for (const io::NodeId node : tree.children(io::Tree::root)) {
        const std::string text(tree.string(tree.find(node, "text")));
        const auto wanted = [&](const char* key) {
            std::vector<std::int32_t> ids;
            for (const double id : tree.doubles(tree.find(node, key)))
                ids.push_back(static_cast<std::int32_t>(id));
            return ids;
        };
        CAPTURE(text);
        CHECK(idsByMarian(*source, text) == wanted("ids"));
        CHECK(idsByMarian(**target, text) == wanted("target"));
        ++compared;
    }
    CHECK(compared == 8);
    CHECK((*target)->decode(idsByMarian(**target, "die katze ist auf dem haus")) ==
          "die katze ist auf dem haus");
}

TEST_CASE("MarianMT writes, and reads an output in the other language") {
    const auto session = Session::open(test::partsOf(folder));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    const auto given = session->translate("the house is small", {.text = "das haus ist klein"});
    REQUIRE(given);
    CHECK(given->output->text == "das haus ist klein");
    CHECK(given->output->encoding.tokens.front() == "<pad>");
    CHECK(given->answeringTokens() == given->output->trace.batch.tokens());
    const auto written = session->run("the house is small");
    REQUIRE(written);
    CHECK_FALSE(written->output->isGiven);
    CHECK(written->output->written.size() <= 15);
    // Its padding is never written.
    CHECK(std::ranges::find(written->output->written.begin() + 1, written->output->written.end(),
                            56) == written->output->written.end());
}

TEST_CASE("MarianMT's codes, added tokens and pieces without a number give the library's ids") {
    const auto files = readModelFiles(test::partsOf(folder));
    REQUIRE(files);
    const auto with = [&](const std::string& name, const std::string& text) {
        ModelFiles changed = *files;
        std::erase_if(changed.parts, [&](const Part& part) { return part.name == name; });
        changed.parts.push_back(test::part(name, text));
        auto tokenizer = openTokenizer(changed);
        INFO((tokenizer ? "" : sentence(tokenizer.error())));
        REQUIRE(tokenizer);
        return std::move(*tokenizer);
    };
    using Ids = std::vector<std::int32_t>;
    const Tokenizer plain = with("tokenizer_config.json", "{}");
    CHECK(idsByMarian(plain, ">>xxx<< The house") == Ids{1, 3, 1, 28, 11, 18, 0});
    CHECK(idsByMarian(plain, ">>fra<<The") == Ids{1, 3, 1, 28, 11, 0});
    CHECK(idsByMarian(plain, ">>fra The <<b") == Ids{1, 3, 23, 0});
    const Tokenizer added = with(
        "tokenizer_config.json",
        R"({"added_tokens_decoder":{"57":{"content":"<new>","special":false},"58":{"content":"<strip>","lstrip":true,"rstrip":true,"special":false}}})");
    CHECK(added.vocabularySize() == 59);
    CHECK(idsByMarian(added, "The <new> house<new>is <u> a") ==
          Ids{3, 1, 28, 11, 57, 18, 57, 3, 9, 5, 3, 1, 22, 1, 4, 0});
    CHECK(idsByMarian(added, "The <strip> house") == Ids{3, 1, 28, 11, 58, 18, 0});
    // "▁the" of source.spm has no number.
    auto vocabulary = files->readText("vocab.json");
    REQUIRE(vocabulary);
    const std::size_t at = vocabulary->find("\"▁the\"");
    REQUIRE(at != std::string::npos);
    vocabulary->replace(at, std::string("\"▁the\"").size(), "\"▁thexyz\"");
    const Tokenizer lacking = with("vocab.json", *vocabulary);
    CHECK(lacking.vocabularySize() == 57);
    CHECK(idsByMarian(lacking, "the house") == Ids{1, 18, 0});
    CHECK(lacking.idOf("▁the") < 0);
}

}  // namespace hw::model
