// SPDX-License-Identifier: MIT
// The arrays that are the layers. A message offers them, and a choice opens them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "protocol/open_choices.h"
#include "session/api_state.h"
#include "session/running_page.h"

namespace hw::test {
namespace {

const std::string twoFamilies =
    R"({"tokens":["a","b"],)"
    R"("x0":[[[3,1],[1,1]]],"x1":[[[2,1],[1,1]]],"y0":[[[5,1],[1,1]]],"y1":[[[6,1],[1,1]]]})";

}  // namespace

TEST_CASE("a file whose arrays only look like attention asks which are the layers", "[layers]") {
    Running page;
    const std::uint32_t ticket = page.give("cache.json");
    page.feed(twoFamilies, ticket, "cache.json");
    REQUIRE(page.session.state().messages.size() == 1);
    const Message message = page.session.state().messages[0];
    REQUIRE(message.actions.size() == 1);
    CHECK(message.actions[0].label == "Choose layers");
    CHECK(message.actions[0].id == "layers");
    REQUIRE(message.problem.choices.size() == 2);
    CHECK(apiStateJson(page.session.state()).find(R"("preview":"93/33")") != std::string::npos);
    page.session.run(Command{ApplyMessageAction{message.id, 0}});
    CHECK(page.host.dialogs == std::vector<std::string>{"layers"});
    // The dialog takes a choice by its place after the actions.
    page.session.run(Command{ApplyMessageAction{message.id, 2}});
    REQUIRE_FALSE(page.host.fetches.empty());
    const auto& fetch = page.host.fetches.back();
    CHECK(fetch.source.options.layersFrom == "y*");
    page.feed(twoFamilies, fetch.ticket, "cache.json", fetch.source.options);
    REQUIRE(page.session.state().document);
    CHECK(page.session.state().layerCount() == 2);
    CHECK(page.host.address.find("layers-from=y") != std::string::npos);
    // The chosen reading is shown, and the other is still a click away.
    const auto& messages = page.session.state().messages;
    const auto said = std::ranges::find_if(messages, [](const Message& each) {
        return each.problem.finding == "The layers are the arrays y*.";
    });
    REQUIRE(said != messages.end());
    const Message note = *said;
    CHECK(note.problem.remedy.find("x*") != std::string::npos);
    page.session.run(Command{ApplyMessageAction{note.id, static_cast<int>(note.actions.size())}});
    CHECK(page.host.fetches.back().source.options.layersFrom == "x*");
    // No place beyond them.
    const std::size_t before = page.host.fetches.size();
    for (const int beyond : {-1, 3, 1000})
        page.session.run(Command{ApplyMessageAction{note.id, beyond}});
    CHECK(page.host.fetches.size() == before);
}

TEST_CASE("the choice of arrays is a field of an address", "[layers]") {
    OpenOptions options;
    CHECK(isOpenChoice("layers-from"));
    CHECK(readOpenChoice(options, "layers-from", "blocks.*.attn.hook_pattern"));
    CHECK(options.layersFrom == "blocks.*.attn.hook_pattern");
    CHECK(openChoices(openChoicesText(options)) == options);
}

}  // namespace hw::test
