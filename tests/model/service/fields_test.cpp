// SPDX-License-Identifier: MIT
// Checks values of a request against their table, and the place reported for a refused one.
#include "model/service/fields.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <utility>

#include "io/json/json_parser.h"

namespace {

using namespace hw;
using namespace hw::service;

constexpr std::array rules{ChoiceName{"zero"}, ChoiceName{"mean"}};
constexpr std::array inner{Field{.name = "text", .isNeeded = true}};
constexpr FieldTable innerTable{inner};
constexpr std::array table{
    Field{.name = "text", .most = 5, .isNeeded = true},
    Field{.name = "count", .kind = FieldKind::whole, .least = 1, .most = 9},
    Field{.name = "share", .kind = FieldKind::real, .most = 1},
    Field{.name = "isShown", .kind = FieldKind::truth},
    Field{.name = "rule", .kind = FieldKind::choice, .choices = rules},
    Field{.name = "chat", .kind = FieldKind::talk, .most = 4},
    Field{.name = "swap", .kind = FieldKind::object, .fields = &innerTable},
    Field{.name = "cuts", .kind = FieldKind::list, .most = 2, .fields = &innerTable},
};

io::Tree parsed(std::string_view json) {
    io::JsonParser parser;
    REQUIRE(parser.push(json));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

/// The place of the refusal, or "" if it is accepted.
std::string refusedAt(std::string_view json) {
    const auto good = checkFields(parsed(json), io::Tree::root, table, "recipe");
    return good ? "" : good.error().place;
}

}  // namespace

TEST_CASE("values that fit their table are taken and read") {
    const io::Tree tree = parsed(
        R"({"text": "keys", "count": 3, "share": 0.25, "isShown": true, "rule": "mean", "chat": ["a", "b"],
            "swap": {"text": "x"}, "cuts": [{"text": "1"}, {"text": "2"}]})");
    REQUIRE(checkFields(tree, io::Tree::root, table, ""));
    const Values values(tree, io::Tree::root);
    CHECK(values.text("text") == "keys");
    CHECK(values.whole("count") == 3);
    CHECK(values.real("share") == 0.25);
    CHECK(values.truth("isShown"));
    CHECK(values.texts("chat") == std::vector<std::string>{"a", "b"});
    CHECK(values.object("swap").text("text") == "x");
    REQUIRE(values.list("cuts").size() == 2);
    CHECK(values.list("cuts")[1].text("text") == "2");
}

TEST_CASE("values that are not given are what is usual") {
    const io::Tree tree = parsed(R"({"text": "keys", "cuts": [], "chat": true})");
    REQUIRE(checkFields(tree, io::Tree::root, table, ""));
    const Values values(tree, io::Tree::root);
    CHECK(values.whole("count", 7) == 7);
    CHECK(values.texts("chat").empty());
    CHECK(values.truth("chat"));
    CHECK(values.list("cuts").empty());
    CHECK_FALSE(values.object("swap").has("text"));
    CHECK_FALSE(Values().has("text"));
}

TEST_CASE("a value that does not fit is refused at its place") {
    const std::pair<const char*, const char*> cases[]{
        {R"([])", "recipe"},
        {R"({})", "recipe.text"},
        {R"({"text": 5})", "recipe.text"},
        {R"({"text": "longer"})", "recipe.text"},
        {R"({"text": "a", "other": 1})", "recipe.other"},
        {R"({"text": "a", "count": 0})", "recipe.count"},
        {R"({"text": "a", "count": 2.5})", "recipe.count"},
        {R"({"text": "a", "count": "3"})", "recipe.count"},
        {R"({"text": "a", "count": NaN})", "recipe.count"},
        {R"({"text": "a", "share": 1.5})", "recipe.share"},
        {R"({"text": "a", "isShown": 1})", "recipe.isShown"},
        {R"({"text": "a", "rule": "none"})", "recipe.rule"},
        {R"({"text": "a", "chat": [1, 2]})", "recipe.chat"},
        {R"({"text": "a", "chat": "yes"})", "recipe.chat"},
        {R"({"text": "a", "swap": {}})", "recipe.swap.text"},
        {R"({"text": "a", "cuts": [{"text": "1"}, {}]})", "recipe.cuts[1].text"},
        {R"({"text": "a", "cuts": [{"text": "1"}, {"text": "1"}, {"text": "1"}]})", "recipe.cuts"},
        {R"({"text": "a", "cuts": [1, 2]})", "recipe.cuts"},
        {R"({"text": "a", "cuts": [[]]})", "recipe.cuts[0]"},
    };
    for (const auto& [json, place] : cases) {
        INFO(json);
        CHECK(refusedAt(json) == place);
    }
}
