// SPDX-License-Identifier: MIT
// Nothing of one file's view remains in the next one's, except settings that should stay.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "engine/engine_harness.h"
#include "page/address/address.h"
#include "page/rules/fit_view.h"
#include "page/sample_documents.h"

namespace hw::test {
namespace {

std::string content(const std::string& sample) {
    std::ifstream file(std::string(HW_TEST_DATA) + "/forms/" + sample, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Of every kind, with and without gradients, contributions, words, segments, pictures, decoder, causal, one layer, a
/// batch.
std::vector<DocumentSummary> samples() {
    std::vector<DocumentSummary> documents;
    for (const char* name :
         {"headwaters/full.json", "headwaters/contributions.json",
          "headwaters/encoder_decoder.json", "headwaters/minimal.json",
          "huggingface/lnn_heads_averaged.json", "huggingface/nan.json", "generate/steps.json",
          "numpy/f32.npy", "numpy/encdec.npz", "exbert/attend_with_meta.json",
          "bertviz/head_view_cross_only.params.json", "bertviz/head_view_sentencepiece.params.json",
          "transformer_explainer/cached.json", "lit/predictions_list.json"}) {
        EngineHarness engine;
        engine.open(content(name));
        CAPTURE(name);
        REQUIRE(engine.last<wire::Opened>());
        documents.push_back(engine.last<wire::Opened>()->document);
        documents.back().id = static_cast<std::uint32_t>(documents.size());
        documents.back().savedView.clear();
    }
    return documents;
}

/// Everything that can be changed, as far as the file allows it.
void changeAll(AppState& state) {
    for (const char* fields : {"fusion=max&residual=none&discard=0.5",
                               "method=gradient-rollout",
                               "method=relevance",
                               "method=flow",
                               "fusion=single&heads=1",
                               "layers=1,2&start=1",
                               "side=encoder",
                               "words=on",
                               "segments=a-b",
                               "hide=0,1",
                               "renormalise=on",
                               "token=1,2",
                               "token=max",
                               "sort=score",
                               "ghost=off",
                               "scale=layer",
                               "own-share=off",
                               "raw-tokens=on",
                               "over=uniform-causal",
                               "relative=off",
                               "sink=1",
                               "layer=1",
                               "thumbnails=rollout",
                               "graph=lines&edges=0.2",
                               "compare-as=ranks",
                               "compare=raw,flow",
                               "paths=1",
                               "leave-out=the",
                               "title=Mine",
                               "image=layers",
                               "patches=grid&opacity=0.2",
                               "panel=heads",
                               "head-fusion=max",
                               "preset=chefer",
                               "spans=0-1",
                               "panel=compare"})
        update(state, Command(ApplyFields{std::string("v=1&") + fields, false}));
    // What links spell otherwise.
    ViewState& view = state.view;
    view.settings.fusion = HeadFusion::max;
    view.settings.residual = 0.125;
    view.settings.discard = 0.25;
    view.settings.heads = {0};
    view.settings.layers = {0};
    view.outputMode = OutputMode::maxOfAll;
    view.sort = SortBy::score;
    view.segments = SegmentFilter::aToB;
    view.hidden = {0};
    view.spans = {{0, 1}};
    view.words = view.rawTokens = view.renormaliseHidden = view.thisExampleOnly = true;
    view.relativeFlow = view.ghost = view.ownShare = false;
    view.scale = ScaleScope::layer;
    view.leftOut = {"the"};
    view.title = "Mine";
    view.edges.from = 0.2;
    view.flowPaths = 1;
    view.layer = 0;
    view.opened.down = {0};
    view.graphForm = GraphForm::lines;
    view.thumbnails = HeadThumbnails::rollout;
    view.patchOpacity = 0.1;
}

AppState freshOf(const DocumentSummary& document) {
    AppState state;
    open(state, document, sample);
    return state;
}

}  // namespace

TEST_CASE("no view leaks from one file into the next", "[next]") {
    const std::vector<DocumentSummary> documents = samples();
    for (const DocumentSummary& first : documents) {
        for (const DocumentSummary& second : documents) {
            AppState state = freshOf(first);
            changeAll(state);
            DocumentSummary again = second;
            again.id = 100;
            open(state, again, local);
            AppState fresh = freshOf(again);
            INFO(first.name << " then " << second.name);
            CAPTURE(writeShare(state), writeShare(fresh));
            CHECK(state.view == fresh.view);
            CHECK(state.hover.key == fresh.hover.key);
            CHECK(state.messages.size() == fresh.messages.size());
            CHECK(state.others.size() == fresh.others.size());
        }
    }
}

TEST_CASE("a list that is shown stays over the file that opens below it", "[next]") {
    const std::vector<DocumentSummary> documents = samples();
    AppState state;
    state.view.dataSet = "https://example.org/list.jsonl";
    open(state, documents[0], sample, "");
    CHECK(state.view.dataSet == "https://example.org/list.jsonl");
    open(state, documents[1], local);
    CHECK(state.view.dataSet.empty());
    CHECK(state.view.dataSetRow == -1);
}

TEST_CASE("a picture is seen first, but where a link says how data are looked at", "[next]") {
    std::vector<DocumentSummary> documents = samples();
    documents.push_back(encoderDocument());
    documents.back().current.image = ImageInfo{{"data:image/png;base64,AAAA", 2, 3, 2}};
    const auto panelOf = [](const DocumentSummary& document, const std::string& fields) {
        AppState state;
        open(state, document, sample, fields);
        return state.view.panel;
    };
    for (const DocumentSummary& document : documents) {
        const bool hasPicture = document.current.image.has_value();
        CAPTURE(document.name);
        CHECK(panelOf(document, "") == (hasPicture ? Panel::image : Panel::bars));
        CHECK(panelOf(document, "v=1&layer=1") == Panel::overview);
    }
}

TEST_CASE("of a model that is opened by hand Why is seen first, and the way back is to Bars",
          "[next]") {
    DocumentSummary document = samples().front();
    document.current.asks = {"lens", "blanked"};
    AppState state;
    open(state, document, sample, "");
    CHECK(state.view.panel == Panel::words);
    CHECK(writeShare(state).find("panel=words") != std::string::npos);
    CHECK(state.figure == Panel::bars);
    AppState linked;
    open(linked, document, sample, "v=1&layer=1");
    CHECK(linked.view.panel == Panel::overview);
    document.current.asks = {"lens"};
    AppState other;
    open(other, document, sample, "");
    CHECK(other.view.panel == Panel::bars);
}

TEST_CASE("layout, colours and presentation stay with the next file", "[next]") {
    const std::vector<DocumentSummary> documents = samples();
    AppState state = freshOf(documents[0]);
    update(state,
           Command(ApplyFields{"v=1&panes=bars/matrix,heads&panel=matrix&colors=viridis&present=on",
                               false}));
    state.view.settings.fusion = HeadFusion::max;
    const ViewState before = state.view;
    REQUIRE_FALSE(before.panes.columns.empty());
    open(state, documents[6], local);
    CHECK(state.view.colormap == before.colormap);
    CHECK(state.view.panes == before.panes);
    CHECK(state.view.present == before.present);
    CHECK(state.view.panel == before.panel);
    CHECK(state.view.settings == defaultView(documents[6]).settings);
}

}  // namespace hw::test
