// SPDX-License-Identifier: MIT
#include "page/address/address.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

#include "page/rules/fit_view.h"
#include "page/rules/panes.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("the address is readable", "[app][share]") {
    AppState state = restingState();
    CHECK(writeShare(state) == "v=1&sample=agreement-keys&method=rollout&layer=6&token=0");
    state.view.settings.discard = 0.1;
    state.view.settings.ties = DiscardTies::keep;
    state.view.settings.heads = {0, 3};
    state.view.outputMode = OutputMode::meanOfAll;
    CHECK(writeShare(state) ==
          "v=1&sample=agreement-keys&method=rollout&layer=6&token=mean&preset=tutorial-discard-0.1"
          "&heads=0,3");
    state.view.settings.residual = 0.25;
    CHECK(writeShare(state) ==
          "v=1&sample=agreement-keys&method=rollout&layer=6&token=mean&heads=0,3&residual=0.25"
          "&discard=0.1&ties=keep");
    state.source = {DataSource::Kind::url, "https://example.org/a b.json?x=1&y=ü"};
    CHECK(writeShare(state).starts_with(
        "v=1&url=https://example.org/a%20b.json%3Fx%3D1%26y%3D%C3%BC&method="));
}

TEST_CASE("a text in an address may have a plus for each space", "[app][share]") {
    const Share share = parseShare("#model=agreement&prompt=the+keys%2Bcabinet+%5BMASK%5D");
    REQUIRE(share.find("prompt") != nullptr);
    CHECK(*share.find("prompt") == "the keys+cabinet [MASK]");
    const Share address = parseShare("#url=https://example.org/a+b.json");
    CHECK(address.source.text == "https://example.org/a+b.json");
    CHECK(parseShare(fieldsText(share)).fields == share.fields);
}

TEST_CASE("data stand behind everything that people read in a link", "[app][share]") {
    AppState state = restingState();
    const std::string link = writeLink(state, "AXl-_9", true);
    CHECK(link == "v=1&method=rollout&layer=6&token=0&data=AXl-_9");
    const Share share = parseShare("#" + link);
    CHECK(share.source == DataSource{DataSource::Kind::data, "AXl-_9", {}});
    CHECK(share.dropped.empty());
    // Fused data have one head. They record which heads were fused, and how.
    state.view.settings.heads = {0, 3};
    state.view.settings.fusion = HeadFusion::max;
    CHECK(writeLink(state, "A", true) == "v=1&method=rollout&layer=6&token=0&data=A");
    CHECK(writeLink(state, "A", false).find("heads=0,3") != std::string::npos);
    // It does not contain other examples and files.
    state.view.compared = {{.method = Method::raw}, {.method = Method::rollout, .example = 1}};
    CHECK(writeLink(state, "A", false).find("compare") == std::string::npos);
    // A link of any length takes no more memory than its own length, and reports where it was cut.
    const Share huge = parseShare("data=" + std::string(std::size_t{3} << 20, 'A'));
    CHECK(huge.source.text.size() < (std::size_t{2} << 20));
    CHECK(huge.dropped == std::vector<std::string>{"everything beyond 2 MB"});
}

TEST_CASE("without data there is an address too", "[app][share]") {
    AppState state;
    CHECK(writeShare(state) == "v=1");
    CHECK(parseShare("").fields.empty());
    CHECK(parseShare("#v=1").dropped.empty());
}

TEST_CASE("every view comes back from its address", "[app][share]") {
    std::mt19937 random(7);
    const auto pick = [&](int count) { return static_cast<int>(random() % unsigned(count)); };
    for (int round = 0; round < 500; ++round) {
        AppState state;
        const bool translation = pick(3) == 0;
        state.document = translation ? translationDocument() : encoderDocument();
        state.source = sample;
        state.view = defaultView(*state.document);
        ViewState& view = state.view;
        if (translation) view.side = static_cast<Side>(pick(3));
        view.method = static_cast<Method>(pick(3));
        view.layer = pick(6);
        view.outputMode = static_cast<OutputMode>(pick(3));
        view.outputs = {pick(3), 3};
        view.sink = pick(9) - 2;
        view.relativeFlow = pick(2) == 0;
        view.sort = static_cast<SortBy>(pick(2));
        view.ghost = pick(2) == 0;
        view.rawTokens = pick(2) == 0;
        view.renormaliseHidden = pick(2) == 0;
        view.colormap = static_cast<Colormap>(pick(3));
        view.panel = static_cast<Panel>(pick(7));
        if (pick(2) == 0) view.hidden = {pick(4), 3};
        if (pick(2) == 0)
            arrangePanes(view, offeredShapes()[std::size_t(pick(5))], state.document->current);
        if (pick(2) == 0) view.panes = withDivider(view.panes, pick(3), pick(100) / 100.0);
        Settings& s = view.settings;
        s.fusion = static_cast<HeadFusion>(pick(3));
        if (pick(2) == 0) s.heads = {pick(4), 3};
        if (s.heads.size() == 2 && s.heads[0] != 3 && pick(2) == 0) s.headWeights = {0.25, 1e-7};
        s.residualKind = static_cast<Residual>(pick(2));
        s.residual = pick(2) == 0 ? 0.5 : pick(1000) / 1000.0;
        s.discard = pick(2) == 0 ? 0.0 : pick(999) / 1000.0;
        s.scope = static_cast<DiscardScope>(pick(2));
        s.protect = static_cast<DiscardProtect>(pick(4));
        s.protectedToken = pick(4);
        s.order = static_cast<StepOrder>(pick(2));
        s.normalise = static_cast<Normalise>(pick(3));
        s.startLayer = pick(3);
        s.gradientForm = static_cast<GradientForm>(pick(2));
        s.gradientNormalise = static_cast<GradientNormalise>(pick(2));
        fitView(state);
        // The chosen tokens are not written next to "mean" or "max".
        if (view.outputMode != OutputMode::chosen) {
            view.outputs = defaultOutputs(state.document->current, view.side);
        }
        const std::string text = writeShare(state);
        CAPTURE(text);
        const Share share = parseShare(text);
        CHECK(share.dropped.empty());
        CHECK(share.source == sample);
        const AppliedShare applied =
            applyShare(share, defaultView(*state.document), *state.document);
        CHECK(applied.dropped.empty());
        CHECK(applied.view == state.view);
    }
}

TEST_CASE("what a link says wrongly is named and the rest holds", "[app][share]") {
    const Share share =
        parseShare("#v=1&layer=6&layer=2&nonsense&foo=bar&token=&residual=1.5&=3&&");
    CHECK(share.dropped == std::vector<std::string>{"nonsense", "foo=bar", "=3"});
    REQUIRE(share.find("layer"));
    CHECK(*share.find("layer") == "2");
    const DocumentSummary document = encoderDocument();
    const AppliedShare applied = applyShare(share, defaultView(document), document);
    CHECK(applied.dropped == std::vector<std::string>{"token=", "residual=1.5"});
    CHECK(applied.view.layer == 1);
    CHECK(applied.view.outputs == std::vector<int>{0});
}

TEST_CASE("values outside the file are refused one by one", "[app][share]") {
    const DocumentSummary document = encoderDocument();
    for (const char* field : {"layer=0",
                              "layer=7",
                              "layer=x",
                              "layer=1.0",
                              "layer=99999999999999",
                              "token=0,,1",
                              "token=0,7",
                              "token=-1",
                              "heads=8",
                              "heads=a",
                              "weights=1,2",
                              "weights=-1",
                              "residual=nan",
                              "residual=-0.1",
                              "residual=1e999",
                              "discard=1",
                              "discard=",
                              "fusion=sum",
                              "start=0",
                              "protected=7",
                              "sink=7",
                              "sink=some",
                              "ghost=yes",
                              "hidden=0,1,2,3,4,5,6",
                              "panel=image",
                              "panel=faithfulness",
                              "side=cross",
                              "method=relevance",
                              "preset=unknown",
                              "flow=",
                              "colors=jet",
                              "sort=rank"}) {
        CAPTURE(field);
        const Share share = parseShare(field);
        CHECK(share.dropped.empty());
        const AppliedShare applied = applyShare(share, defaultView(document), document);
        CHECK(applied.dropped.size() == 1);
        CHECK(applied.view == defaultView(document));
    }
}

TEST_CASE("a link of a later version opens what it names and says so", "[app][share]") {
    const Share share = parseShare("v=2&sample=agreement-keys&layer=3&hologram=on");
    CHECK(share.version == 2);
    CHECK(share.source == sample);
    CHECK(share.dropped == std::vector<std::string>{"v=2", "hologram=on"});
    REQUIRE(share.find("layer"));
}

TEST_CASE("a link without a version is read as the first", "[app][share]") {
    const Share share = parseShare("?url=https%3A%2F%2Fexample.org%2Fa.json%3Fx%3D1&layer=3");
    CHECK(share.version == 1);
    CHECK(share.source == DataSource{DataSource::Kind::url, "https://example.org/a.json?x=1"});
    CHECK(share.dropped.empty());
}

TEST_CASE("any bytes are read without harm, and what is shown of them is text", "[app][share]") {
    const std::string seed =
        "v=1&sample=agreement-keys&method=rollout&layer=6&token=0,3&heads=1,2&weights=0.5,0.5&"
        "residual=0.25&discard=0.1&url=https://a/%E4%B8%AD&hidden=1&preset=no-residual&start=2";
    std::mt19937 random(99);
    const DocumentSummary document = encoderDocument();
    for (int round = 0; round < 3000; ++round) {
        std::string text = seed;
        const int spoils = 1 + static_cast<int>(random() % 12);
        for (int i = 0; i < spoils; ++i) text[random() % text.size()] = static_cast<char>(random());
        if (round % 7 == 0) text.resize(random() % text.size());
        const Share share = parseShare(text);
        const AppliedShare applied = applyShare(share, defaultView(document), document);
        AppState state;
        state.document = document;
        state.source = share.source;
        state.view = applied.view;
        // Every parsed view can be written and read again.
        const Share again = parseShare(writeShare(state));
        CHECK(again.source == share.source);
        const AppliedShare same = applyShare(again, defaultView(document), document);
        CHECK(same.dropped.empty());
        CHECK(same.view.settings == applied.view.settings);
    }
    CHECK(parseShare(std::string(1 << 20, '&')).fields.empty());
    CHECK(parseShare(std::string(1 << 20, '%')).dropped.size() == 2);
}

TEST_CASE("fields that wait are written back as they came", "[app][share]") {
    const Share share = parseShare("sample=x&layer=3&token=1,2&url=&preset=a%26b");
    CHECK(parseShare(fieldsText(share)).fields == share.fields);
}
