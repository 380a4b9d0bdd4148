// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

#include "core/tokens/visible_text.h"
#include "engine/engine_harness.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("a file sent in chunks opens", "[app][engine]") {
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
    CHECK(page.unreadable == 0);
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

TEST_CASE("the file before stays open for comparing, the one before it does not", "[app][engine]") {
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

TEST_CASE("other examples of a file are described when asked for", "[app][engine]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    CHECK(document.exampleTitles.size() == 6);
    REQUIRE(document.exampleTexts.size() == 6);
    CHECK(document.exampleTexts[0] == runningText(document.current.tokens, 160));
    CHECK(document.exampleTexts[0] != document.exampleTexts[4]);
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
