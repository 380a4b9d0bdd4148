// SPDX-License-Identifier: MIT
// Examples that are made elsewhere and added to an open document. Covers their ids, the fate of their numbers, and how
// they are made again for a caller that names them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "engine/made.h"

using namespace hw;
using namespace hw::test;

namespace {

/// The page's reaction to ExampleWanted. It finds `own` in the recipe.
void makeWanted(EngineHarness& page, std::size_t from = 0) {
    const auto wanted = page.all<wire::ExampleWanted>();
    for (std::size_t i = from; i < wanted.size(); ++i) {
        MadeExample made = madeOf(wanted[i].document, std::stof(wanted[i].recipe.text));
        made.isShown = false;
        REQUIRE(made.recipe == wanted[i].recipe);
        make(page, made);
    }
}

}  // namespace

TEST_CASE("an example that was made is added to what is open, under an id of its own",
          "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    make(page, madeOf(file.id, 0.5F));
    const auto* changed = page.last<wire::ExampleChanged>();
    REQUIRE(changed);
    CHECK(changed->document.id == file.id);
    CHECK(changed->document.example == 1);
    CHECK(changed->document.exampleTitles.size() == 1);
    CHECK(changed->document.current.recipe.maker == "draft");
    CHECK(changed->document.current.tokens.size() == 3);
    CHECK(changed->document.current.layers == 2);
    REQUIRE(changed->document.made.size() == 1);
    CHECK(changed->document.made[0].id == 1);
    CHECK(changed->isSettled);
    const Answer answer = page.ask(rawOf(file.id, 1));
    REQUIRE(answer.values.size() == 6);
    CHECK(answer.values[0] == 0.5F);
    CHECK(answer.values[1] == 0.25F);
    // The file's own example does not change.
    CHECK(page.ask(rawOf(file.id, 0)).cols == 11);
    page.send(wire::SelectExample{file.id, 0});
    CHECK(page.last<wire::ExampleChanged>()->document.current.tokens.size() == 11);
    CHECK(page.last<wire::ExampleChanged>()->document.made.size() == 1);
    CHECK(page.unreadable == 0);
}

TEST_CASE("the same recipe is the same example", "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    MadeExample moving = madeOf(file.id, 0.5F);
    moving.isSettled = false;
    make(page, moving);
    CHECK_FALSE(page.last<wire::ExampleChanged>()->isSettled);
    CHECK(page.last<wire::ExampleChanged>()->document.made.empty());
    make(page, madeOf(file.id, 0.75F));
    CHECK(page.last<wire::ExampleChanged>()->document.example == 2);
    make(page, madeOf(file.id, 0.5F));
    CHECK(page.last<wire::ExampleChanged>()->document.example == 1);
    CHECK(page.last<wire::ExampleChanged>()->document.made.size() == 2);
    page.send(wire::SelectExample{file.id, 0, madeOf(0, 0.75F).recipe});
    CHECK(page.last<wire::ExampleChanged>()->document.example == 2);
    CHECK(page.all<wire::ExampleWanted>().empty());
}

TEST_CASE("a document can begin with an example that was made", "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    MadeExample first = madeOf(0, 0.5F);
    first.name = "a model";
    first.form = "model";
    make(page, first, 7);
    const auto* opened = page.last<wire::Opened>();
    REQUIRE(opened);
    CHECK(opened->ticket == 7);
    CHECK(opened->document.id != file.id);
    CHECK(opened->document.name == "a model");
    CHECK(opened->document.exampleTitles.empty());
    CHECK(opened->document.example == 0);
    CHECK(page.ask(rawOf(opened->document.id, 0)).values[0] == 0.5F);
    // The file before is still open for comparing.
    CHECK(page.ask(rawOf(file.id, 0)).cols == 11);
}

TEST_CASE("numbers beyond the memory for them are dropped, and made again for whoever asks",
          "[app][engine][made]") {
    // Enough memory for two examples of 2 * 3 * 3 weights.
    EngineHarness page(std::size_t{64} << 20, 150);
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    for (const float own : {0.5F, 0.625F, 0.75F, 0.875F}) make(page, madeOf(file.id, own));
    CHECK(page.last<wire::ExampleChanged>()->document.made.size() == 4);
    CHECK(page.ask(rawOf(file.id, 4)).values[0] == 0.875F);
    CHECK(page.all<wire::ExampleWanted>().empty());
    const auto answersBefore = page.all<wire::Answered>().size();
    // A dropped one, and an existing one, which does not wait for it.
    page.send(wire::Ask{{rawOf(file.id, 1), rawOf(file.id, 3)}, true});
    page.workAll();
    REQUIRE(page.all<wire::ExampleWanted>().size() == 1);
    CHECK(page.last<wire::ExampleWanted>()->recipe == madeOf(0, 0.5F).recipe);
    REQUIRE(page.all<wire::Answered>().size() == answersBefore + 1);
    CHECK(page.last<wire::Answered>()->answer.values[0] == 0.75F);
    page.send(wire::SelectExample{file.id, 1});
    CHECK(page.all<wire::ExampleWanted>().size() == 1);
    makeWanted(page);
    page.workAll();
    CHECK(page.last<wire::Answered>()->answer.values[0] == 0.5F);
    CHECK(page.last<wire::Answered>()->answer.query.example == 1);
    CHECK(page.last<wire::ExampleChanged>()->document.example == 1);
    // Two links at once, to another dropped example. Each gets its own answer.
    page.send(wire::Pack{31, rawOf(file.id, 2), true});
    page.send(wire::Save{32, file.id, 2});
    CHECK(page.all<wire::ExampleWanted>().size() == 2);
    makeWanted(page, 1);
    REQUIRE(page.last<wire::Packed>());
    CHECK(page.last<wire::Packed>()->ticket == 31);
    REQUIRE(page.last<wire::Saved>());
    CHECK(page.last<wire::Saved>()->ticket == 32);
    CHECK(page.last<wire::Saved>()->text.find("0.625") != std::string::npos);
    CHECK(page.last<wire::Saved>()->text.find("examples") == std::string::npos);
}

TEST_CASE("a recipe that this engine never saw is made for whoever chooses it",
          "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    page.send(wire::SelectExample{file.id, 0, madeOf(0, 0.5F).recipe});
    REQUIRE(page.last<wire::ExampleWanted>());
    CHECK(page.last<wire::ExampleChanged>() == nullptr);
    makeWanted(page);
    REQUIRE(page.all<wire::ExampleChanged>().size() == 1);
    CHECK(page.last<wire::ExampleChanged>()->document.current.tokens.size() == 3);
}

TEST_CASE("what nobody can make is refused to all who wait for it", "[app][engine][made]") {
    EngineHarness page(std::size_t{64} << 20, 1);
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    make(page, madeOf(file.id, 0.5F));
    make(page, madeOf(file.id, 0.75F));
    page.send(wire::Ask{{rawOf(file.id, 1)}, true});
    page.send(wire::Save{32, file.id, 1});
    page.send(wire::SelectExample{file.id, 1});
    page.workAll();
    REQUIRE(page.all<wire::ExampleWanted>().size() == 1);
    const Problem why{Code::cannotRead, "", "The model is closed.", "Open it again.", {}};
    page.send(wire::MakeFailed{file.id, page.last<wire::ExampleWanted>()->recipe, why});
    REQUIRE(page.last<wire::Answered>());
    REQUIRE(page.last<wire::Answered>()->answer.problem);
    CHECK(page.last<wire::Answered>()->answer.problem->finding == why.finding);
    CHECK(page.last<wire::Failed>()->ticket == 32);
    REQUIRE(page.last<wire::ExampleRefused>());
    CHECK(page.last<wire::ExampleRefused>()->example == 1);
    // It is asked for anew.
    page.send(wire::SelectExample{file.id, 1});
    CHECK(page.all<wire::ExampleWanted>().size() == 2);
    // The document is closed during a pending request.
    page.send(wire::Save{33, file.id, 1});
    page.openReference("use_lite_keys_cabinet.json", 2);
    page.openReference("use_lite_keys_cabinet.json", 3);
    CHECK(page.last<wire::Failed>()->ticket == 33);
}

TEST_CASE("what is unusual about an example that was made is said with it", "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    MadeExample made = madeOf(file.id, 0.5F);
    made.example.attentions.values[0] = 0.75F;
    made.example.attentions.values[4] = -0.5F;
    make(page, made);
    const DocumentSummary& summary = page.last<wire::ExampleChanged>()->document;
    REQUIRE(summary.warnings.size() == 2);
    CHECK(summary.warnings[0].finding.find("negative") != std::string::npos);
    CHECK(summary.current.negativeSides == 1);
}

TEST_CASE("a thousand examples in a row keep memory level, and names mean what they meant",
          "[app][engine][made]") {
    EngineHarness page(std::size_t{1} << 20, std::size_t{1} << 16);
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    std::size_t most = 0;
    for (int i = 0; i < 1000; ++i) {
        MadeExample made = madeOf(file.id, static_cast<float>(i) / 1024, 16);
        made.isSettled = i % 10 == 9;
        page.received.clear();
        make(page, made);
        const auto* changed = page.last<wire::ExampleChanged>();
        REQUIRE(changed);
        REQUIRE(changed->document.example == i + 1);
        REQUIRE(page.ask(rawOf(file.id, i + 1)).values[0] == static_cast<float>(i) / 1024);
        most = std::max(most, wire::encode(wire::ToPage(*changed)).size());
    }
    // 100 are settled. Their names are listed, and the message for each does not grow without end.
    CHECK(page.last<wire::ExampleChanged>()->document.made.size() == 100);
    CHECK(most < 40'000);
    page.received.clear();
    page.send(wire::Ask{{rawOf(file.id, 10)}, true});
    page.workAll();
    REQUIRE(page.all<wire::ExampleWanted>().size() == 1);
    MadeExample again = madeOf(file.id, 9.0F / 1024, 16);
    CHECK(page.last<wire::ExampleWanted>()->recipe == again.recipe);
    again.isShown = false;
    make(page, again);
    page.workAll();
    CHECK(page.last<wire::Answered>()->answer.values[0] == 9.0F / 1024);
}
