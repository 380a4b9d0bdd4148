// SPDX-License-Identifier: MIT
// The scales of bars, sentence, evolution and comparison, compared with fractions known by hand.
#include "page/models/value_scale.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>

#include "page/address/address.h"
#include "page/shown_page.h"
#include "panels/compare/model.h"
#include "panels/page_mirror.h"
#include "session/actions/actions.h"

using namespace hw;
using namespace hw::test;

namespace {

// Rollout for "a". Layer 1 gives 3/4 3/20 1/10, layer 2 91/200 13/80 153/400, layer 3 147/400 39/160 311/800.
constexpr double own = 3.0 / 4;
constexpr double others = 311.0 / 800;

bool ends(const std::string& text, const std::string& with) { return text.ends_with(with); }

}  // namespace

TEST_CASE("bars keep one scale for all layers where that is chosen", "[app][scale]") {
    ShownPage page(threeLayers, "method=rollout&layer=3&scale=layers");
    for (const double head : {0.0, 0.3, 1.0, 1.9, 2.0}) {
        update(page.state, Command(ScrubTo{head}));
        const PageModel model = page.model();
        CHECK(near(model.bars.scale, own));
        CHECK_FALSE(model.bars.beyond);
        CHECK(ends(model.bars.caption, " One scale for all layers."));
    }
}

TEST_CASE("the axis ends where the layer's bars do, glides between two, and is said",
          "[app][scale]") {
    ShownPage page(threeLayers, "method=rollout&layer=3");
    CHECK(near(page.model().bars.scale, others));
    CHECK_FALSE(page.model().bars.beyond);
    CHECK(ends(page.model().bars.caption, " This layer has its own scale."));
    update(page.state, Command(ScrubTo{0.5}));
    CHECK(near(page.model().bars.scale, (own + 91.0 / 200) / 2));
    // The evolution shows all layers at once.
    CHECK(near(page.model().evolution.scale, own));
}

TEST_CASE("the output's own share can stay out of the scale", "[app][scale]") {
    ShownPage page(threeLayers, "method=rollout&layer=3&scale=layers&own-share=off");
    PageModel model = page.model();
    CHECK(near(model.bars.scale, others));
    CHECK(near(model.evolution.scale, others));
    CHECK(model.bars.beyond);
    CHECK(model.evolution.beyond);
    CHECK(ends(model.bars.caption, "One scale for all layers, without the output’s own share."));
    page.set("scale=layer&layer=2");
    update(page.state, Command(ScrubTo{1}));
    model = page.model();
    CHECK(near(model.bars.scale, 153.0 / 400));
    CHECK(
        ends(model.bars.caption, "This layer has its own scale, without the output’s own share."));
    page.set("token=0,1");
    CHECK(ends(page.model().bars.caption, "without the outputs’ own shares."));
    // Nothing is excluded if no output is chosen, or if there is nothing else.
    page.set("token=mean");
    CHECK_FALSE(page.model().bars.beyond);
    CHECK_FALSE(page.model().controls.hasOwnShare);
    page.set("token=0,1,2");
    CHECK_FALSE(page.model().bars.beyond);
}

TEST_CASE("columns that are compared have the same scale, and say so", "[app][scale]") {
    ShownPage page(threeLayers,
                   "method=rollout&layer=3&panel=compare&compare=rollout/rollout,layer:2");
    const auto scaleOf = [&] { return page.model().of<CompareModel>().columns[0].scale; };
    CHECK(near(scaleOf(), own));
    CHECK(ends(page.model().of<CompareModel>().caption, " One scale for all layers."));
    page.set("own-share=off");
    CHECK(near(scaleOf(), others));
    CHECK(page.model().of<CompareModel>().columns[0].beyond);
    CHECK(ends(page.model().of<CompareModel>().caption, ", without the output’s own share."));
}

TEST_CASE("the scale is in address and text version", "[app][scale]") {
    AppState state = restingState();
    CHECK(writeShare(state).find("scale") == std::string::npos);
    update(state, Command(Set{&ViewState::scale, ScaleScope::layer}));
    update(state, Command(Set{&ViewState::ownShare, false}));
    CHECK(writeShare(state).find("&scale=layer&own-share=off") != std::string::npos);
    update(state, Command(ApplyFields{"scale=layers&own-share=on"}));
    CHECK(state.view.scale == ScaleScope::layers);
    CHECK(state.view.ownShare);
    update(state, Command(ApplyFields{"scale=automatic"}));
    CHECK(writeShare(state).find("scale") == std::string::npos);
    ResultStore results;
    const std::string json = mirrorJson(pageModel(state, results), state);
    for (const char* fields : {"\"scale=layers\"", "\"scale=layer\"", "\"own-share=off\""}) {
        CAPTURE(fields);
        CHECK(json.find(fields) != std::string::npos);
    }
}

TEST_CASE("the scales of a long input leave out what would flatten the rest", "[app][scale]") {
    // Rollout of 200 tokens that attend almost equally to all, with half of the own row and half of the weights.
    const auto weight = [](int key) { return (0.0049005 + key * 1e-6) / 2; };
    ShownPage page(longEvenText(), "method=rollout&layer=1&token=7");
    PageModel model = page.model();
    // No scale of shares ends below an equal share. The others' largest is half of that.
    CHECK(near(model.bars.scale, 1.0 / 200));
    CHECK(near(model.evolution.scale, 1.0 / 200));
    CHECK(model.bars.beyond);
    CHECK(model.controls.fit.can);
    CHECK(
        ends(model.bars.caption, "This layer has its own scale, without the output’s own share."));
    CHECK(model.bars.caption.starts_with(
        "“7” draws 0.502 from itself. Among the others, most could come from “199” 0.00255"));
    // 600 cells are excluded, namely the diagonal, those of the columns 199 and 198, and two of the column 197.
    CHECK(near(model.result.scale, weight(197)));
    CHECK(model.result.beyond);
    page.set("whole-scale=on");
    model = page.model();
    CHECK(near(model.bars.scale, 0.5 + weight(7)));
    CHECK(near(model.evolution.scale, 0.5 + weight(7)));
    CHECK(near(model.result.scale, 0.5 + weight(199)));
    CHECK_FALSE(model.bars.beyond);
    CHECK_FALSE(model.result.beyond);
    CHECK(model.controls.fit.can);
    CHECK(ends(model.bars.caption, " This layer has its own scale."));
    CHECK(writeShare(page.state).find("&whole-scale=on") != std::string::npos);
}

TEST_CASE("an output that draws nearly all from itself does not make the others look large",
          "[app][scale]") {
    constexpr const char* text =
        R"({"tokens":["[CLS]","b","a"],"attentions":[[[[0.97,0.02,0.01],[0.2,0.4,0.4],[0.2,0.4,0.4]]]]})";
    for (const char* choice : {"", "&own-share=off", "&own-share=off&whole-scale=on"}) {
        CAPTURE(choice);
        ShownPage page(text, std::string("method=raw&layer=1&token=0") + choice);
        CHECK(near(page.model().bars.scale, 1.0 / 3));
        CHECK(page.model().bars.beyond);
    }
    ShownPage whole(text, "method=raw&layer=1&token=0&whole-scale=on");
    CHECK(near(whole.model().bars.scale, 0.97));
}

TEST_CASE("the last layer of a few tokens that look at all alike is not the palest",
          "[app][scale]") {
    std::string tokens;
    std::string row;
    for (int t = 0; t < 12; ++t) {
        tokens += (t > 0 ? ",\"t" : "\"t") + std::to_string(t) + '"';
        row += t > 0 ? ",0.0833333333" : "0.0833333333";
    }
    std::string rows = "[" + row + "]";
    for (int t = 1; t < 12; ++t) rows += ",[" + row + "]";
    std::string layers = "[[" + rows + "]]";
    for (int layer = 1; layer < 6; ++layer) layers += ",[[" + rows + "]]";
    const std::string text = R"({"tokens":[)" + tokens + R"(],"attentions":[)" + layers + "]}";
    // By hand, rollout has (1 + 11 / 2^l) / 12 of the own token after layer l, and (1 - 1 / 2^l) / 12 of others.
    const auto ownAfter = [](int layer) { return (1 + 11 / std::pow(2.0, layer)) / 12; };
    ShownPage page(text, "method=rollout&layer=6&token=3&scale=layers");
    PageModel model = page.model();
    CHECK(near(model.bars.scale, 2 * ownAfter(6)));
    CHECK(near(model.evolution.scale, 2 * ownAfter(6)));
    CHECK(model.controls.fit.can);
    CHECK(ends(model.bars.caption, "One scale for all layers, without the output’s own share."));
    page.set("whole-scale=on");
    model = page.model();
    CHECK(near(model.bars.scale, ownAfter(1)));
    CHECK(near(model.evolution.scale, ownAfter(1)));
    CHECK_FALSE(model.bars.beyond);
    CHECK(model.controls.fit.can);
    // The attention of single layers does not lead to a result, so raw attention keeps its peaks.
    page.set("whole-scale=off&method=raw");
    CHECK_FALSE(page.model().controls.fit.can);
}

TEST_CASE("bars of a long input come by value, the smallest as one line with their sum",
          "[app][scale]") {
    ShownPage page(longEvenText(), "method=raw&layer=1&token=7");
    PageModel model = page.model();
    CHECK(model.bars.rows.size() == 200);
    CHECK(model.bars.rows.front().token == 199);
    REQUIRE(model.bars.lines().size() == 30);
    CHECK(model.bars.lines().back().token == 170);
    CHECK(model.bars.rest.count == 170);
    CHECK(near(model.bars.rest.value, 170 * 0.0049005 + 170 * 169 / 2 * 1e-6));
    CHECK(describeRest(model.bars) == "and 170 more tokens, together");
    // With a chosen order, everything is shown.
    page.set("sort=score");
    CHECK(page.model().bars.lines().size() == 200);
    page.set("sort=position");
    model = page.model();
    CHECK(model.bars.lines().size() == 200);
    CHECK(model.bars.rows.front().token == 0);
    page.set("sort=automatic&over=nothing");
    CHECK(page.model().bars.lines().size() == 30);
    ShownPage small(threeLayers, "method=raw&layer=1");
    CHECK(small.model().bars.rows.front().token == 0);
    CHECK(small.model().bars.rest.count == 0);
}

TEST_CASE("relevance is not hidden behind the 1 that each token begins with", "[app][scale]") {
    constexpr const char* text =
        R"({"tokens":["a","b","c"],"attentions":[[[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]]]],)"
        R"("gradients":[[[[0.1,0.1,0.1],[0.1,0.1,0.1],[0.1,0.1,0.1]]]]})";
    ShownPage page(text, "method=relevance&layer=1&token=0");
    PageModel model = page.model();
    REQUIRE(model.bars.ready);
    CHECK(near(model.bars.scale, 0.03));
    CHECK(near(model.result.scale, 0.03));
    CHECK(model.bars.rows[0].rank == 1);
    CHECK(model.bars.caption.starts_with(
        "“a” has 1.050 of itself, since each token starts with 1. Among the others, most is "
        "attributed to “b” 0.0300, then “c” 0.0200."));
    CHECK(model.result.caption == "“a” from “b” 0.0300, “c” 0.0200");
    page.set("whole-scale=on");
    model = page.model();
    CHECK(near(model.bars.scale, 1.05));
    CHECK(model.bars.caption.starts_with("“a” has 1.050 of itself"));
}

TEST_CASE("relevance is told without its 1 where another token has more", "[app][scale]") {
    constexpr const char* text =
        R"({"tokens":["a","b","c"],"attentions":[[[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]]]],)"
        R"("gradients":[[[[0.1,6,1],[0.1,0.1,0.1],[0.1,0.1,0.1]]]]})";
    ShownPage page(text, "method=relevance&layer=1&token=0");
    PageModel model = page.model();
    CHECK(model.bars.caption.starts_with(
        "“a” has 1.050 of itself, since each token starts with 1. Among the others, most is "
        "attributed to “b” 1.800, then “c” 0.200."));
    CHECK(model.result.caption == "“a” from “b” 1.800, “c” 0.200");
    // Without its 1, a token's own number is an ordinary measurement.
    page.set("own-one=drop");
    model = page.model();
    INFO(model.bars.caption);
    CHECK(model.bars.caption.starts_with("Most is attributed to “b” 1.800, then “c” 0.200."));
}

TEST_CASE("a matrix's scale says which layers its numbers are of", "[app][scale]") {
    ShownPage page(threeLayers, "method=rollout&layer=3&token=0");
    CHECK(page.model().raw.unit == "in this layer");
    CHECK(page.model().result.unit == "layers 1–3");
    page.set("layer=1");
    CHECK(page.model().result.unit == "in this layer");
}

TEST_CASE("a setting that is stepped to is written as people write it", "[app][scale]") {
    CHECK(settingNumber(38 / 99.0 * 0.99) == 0.38);
    CHECK(settingNumber(1) == 1);
    AppState state = restingState();
    std::set<std::string> seen;
    for (int step = 0; step < 12; ++step) {
        for (const Command& command : commandsForAction(state, "residual-more"))
            update(state, command);
        const std::string text = writeShare(state);
        const std::size_t at = text.find("residual=");
        if (at == std::string::npos) continue;
        const std::string value = text.substr(at + 9, text.find('&', at) - at - 9);
        CHECK(value.size() <= 4);
        seen.insert(value);
    }
    CHECK(seen.size() == 10);
}
