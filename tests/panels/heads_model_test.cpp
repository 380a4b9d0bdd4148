// SPDX-License-Identifier: MIT
#include "panels/heads/model.h"

#include <catch2/catch_test_macros.hpp>

#include "core/model/head_of_layer.h"
#include "engine/engine_harness.h"
#include "page/models/model_text.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

/// One layer, one head, `count` tokens. Each attends only to token `key`.
std::string lookingAt(int count, int key) {
    std::string tokens;
    std::string rows;
    for (int q = 0; q < count; ++q) {
        tokens += (q ? ",\"t" : "\"t") + std::to_string(q) + '"';
        rows += q ? ",[" : "[";
        for (int k = 0; k < count; ++k) {
            rows += k ? "," : "";
            rows += k == key ? "1" : "0";
        }
        rows += "]";
    }
    return "{\"tokens\":[" + tokens + "],\"attentions\":[[[" + rows + "]]]}";
}

}  // namespace

TEST_CASE("a thumbnail's cells have the names of the tokens that stand in them", "[app][heads]") {
    for (const int count : {5, 64, 65, 100, 200}) {
        for (const int key : {0, count / 2, count - 1}) {
            EngineHarness page;
            page.open(lookingAt(count, key), 2);
            AppState state;
            open(state, page.last<wire::Opened>()->document, local, "panel=heads");
            ResultStore results;
            results.put(page.ask(headThumbnailsQuery(state, 0)));
            const HeadsModel model = headsModel(state, results);
            REQUIRE(model.thumbnails[0] != nullptr);
            CHECK(model.everyToken == (count <= 64));
            REQUIRE(static_cast<int>(model.keys.labels.size()) == model.cols);
            REQUIRE(static_cast<int>(model.queries.tokens.size()) == model.rows);
            const std::vector<float>& cells = model.thumbnails[0]->values;
            int column = 0;
            while (cells[column] != 1) ++column;
            const int last = column + 1 < model.cols
                                 ? model.keys.tokens[static_cast<std::size_t>(column) + 1]
                                 : count;
            CAPTURE(count, key, column);
            CHECK(model.keys.tokens[column] <= key);
            CHECK(key < last);
            CHECK(model.keys.labels[column] == "t" + std::to_string(model.keys.tokens[column]));
        }
    }
}

TEST_CASE("a head alone is alone in every layer, and that is said", "[app][heads]") {
    AppState state;
    ResultStore results;
    open(state, encoderDocument(), sample, "v=1&sample=x&panel=heads&heads=1");
    REQUIRE(state.headCount() > 2);
    CHECK(headsModel(state, results).title == "Only head 2, in every layer");
    CHECK(headsModel(state, results).caption.find("in every layer") != std::string::npos);
    open(state, encoderDocument(), sample, "v=1&sample=x&panel=heads&heads=0,1");
    CHECK(headsModel(state, results).title.ends_with("in use in every layer"));
}

TEST_CASE("thumbnails of rollout are each head over the layers below it", "[app][heads]") {
    EngineHarness page;
    AppState state;
    ResultStore results;
    open(state, page.openReference("toy_agreement_keys.json"), sample,
         "v=1&sample=x&panel=heads&thumbnails=rollout&head-of-layer=4:2");
    CHECK(headsModel(state, results).title.ends_with("in layer 4 only head 3"));
    const Answer rolled = page.ask(headThumbnailsQuery(state, 3));
    REQUIRE(rolled.values.size() == 8 * 11 * 11);
    // The selected head is the third thumbnail of its layer. Rollout after it is the same matrix.
    const Answer own = page.ask(matrixQuery(state, Method::rollout, 3));
    for (std::size_t i = 0; i < own.values.size(); ++i)
        CHECK(std::abs(rolled.values[2 * 121 + i] - own.values[i]) < 1e-7F);
    // The first layer has nothing below it, and before the start layer no layer is used.
    CHECK(page.ask(headThumbnailsQuery(state, 0)).values.size() == 8 * 11 * 11);
    state.view.settings.startLayer = 2;
    CHECK(std::isnan(page.ask(headThumbnailsQuery(state, 1)).values.front()));
    // Across both sides a head has no layers below it.
    AppState both;
    open(both, translationDocument(), sample, "v=1&sample=x&side=cross&thumbnails=rollout");
    CHECK(shownThumbnails(both) == HeadThumbnails::attention);
}

TEST_CASE("thumbnails of flow are each head over the network below it", "[app][heads]") {
    EngineHarness page;
    AppState state;
    ResultStore results;
    open(state, page.openReference("toy_agreement_keys.json"), sample,
         "v=1&sample=x&panel=heads&thumbnails=flow&head-of-layer=4:2");
    const Answer flows = page.ask(headThumbnailsQuery(state, 3));
    REQUIRE(flows.values.size() == 8 * 11 * 11);
    const Answer own = page.ask(matrixQuery(state, Method::flow, 3));
    for (std::size_t i = 0; i < own.values.size(); ++i)
        CHECK(flows.values[2 * 121 + i] == own.values[i]);
    state.view.settings.startLayer = 2;
    CHECK(std::isnan(page.ask(headThumbnailsQuery(state, 1)).values.front()));
    state.view.settings.startLayer = 0;
    results.put(page.ask(headThumbnailsQuery(state, 3)));
    const HeadsModel model = headsModel(state, results);
    REQUIRE(model.thumbnails[3] != nullptr);
    CHECK(model.caption.starts_with("Each square is the maximum flow through one head"));
}

TEST_CASE("of many tokens, thumbnails of flow are those from the chosen outputs", "[app][heads]") {
    EngineHarness page;
    page.open(lookingAt(60, 7), 2);
    AppState state;
    open(state, page.last<wire::Opened>()->document, local,
         "panel=heads&thumbnails=flow&token=3,5");
    ResultStore results;
    results.put(page.ask(headThumbnailsQuery(state, 0)));
    const HeadsModel model = headsModel(state, results);
    REQUIRE(model.thumbnails[0] != nullptr);
    CHECK(model.rows == 2);
    CHECK(model.queries.labels == std::vector<std::string>{"t3", "t5"});
    // With a = 0.5, half stays with the token and half goes to the one that all attend to.
    const std::vector<float>& cells = model.thumbnails[0]->values;
    CHECK(cells[3] == 0.5F);
    CHECK(cells[7] == 0.5F);
    CHECK(cells[60 + 5] == 0.5F);
    CHECK(cells[60 + 3] == 0.0F);
    CHECK(model.caption.find("from the chosen output") != std::string::npos);
}

TEST_CASE("the heads of a single layer are marked in it alone", "[app][heads]") {
    AppState state;
    ResultStore results;
    open(state, encoderDocument(), sample, "v=1&sample=x&panel=heads&heads-at=2:1.2");
    const HeadsModel model = headsModel(state, results);
    CHECK(model.title.ends_with("; different in layer 2"));
    for (const HeadCell& cell : model.cells)
        CHECK(cell.used == (cell.layer != 1 || cell.head == 1 || cell.head == 2));
}

TEST_CASE("a head is taken into a layer's own choice and out of it", "[app][heads]") {
    Settings settings;
    settings = withHeadToggled(settings, 1, 2, 4);
    CHECK(layerHeadsText(settings.layerHeads) == "2:0.1.3");
    settings = withHeadToggled(settings, 0, 0, 4);
    CHECK(layerHeadsText(settings.layerHeads) == "1:1.2.3;2:0.1.3");
    settings = withHeadToggled(settings, 1, 2, 4);  // as every layer again
    CHECK(layerHeadsText(settings.layerHeads) == "1:1.2.3");
    settings.heads = {1};
    settings.layerHeads.clear();
    CHECK(withHeadToggled(settings, 3, 1, 4) == settings);  // the last one stays
    settings = withHeadToggled(settings, 3, 0, 4);
    CHECK(layerHeadsText(settings.layerHeads) == "4:0.1");
    settings = withLayerHeads(settings, {3, {1}, HeadFusion::max, {}});
    CHECK(layerHeadsText(settings.layerHeads) == "4:max");
    CHECK(withLayerHeads(settings, {3, {}, {}, {}}).layerHeads.empty());
}

TEST_CASE("a list is about something else when another output or order is read", "[app]") {
    AppState state;
    open(state, encoderDocument(), sample, "v=1&sample=x");
    const auto before = readingKey(state);
    update(state, Command(SetLayer{0}));
    CHECK(readingKey(state) == before);  // the list keeps its scroll position
    update(state, Command(SetOutput{2, false}));
    const auto other = readingKey(state);
    CHECK(other != before);
    update(state, Command(Set{&ViewState::sort, SortBy::score}));
    CHECK(readingKey(state) != other);
}

TEST_CASE("heads on the picture are the outputs' mean row over its patches, with their shares",
          "[app][heads][image]") {
    DocumentSummary document = encoderDocument();
    ExampleSummary& example = document.current;
    example.layers = 1;
    example.heads = 2;
    example.tokens = {"[CLS]", "a", "b", "c", "d", "and", "e"};
    example.image = ImageInfo{{"data:image/png;base64,AAAA", 2, 2, 1}};
    example.image->more = {{"", 1, 1, 6}};
    AppState state;
    open(state, document, sample, "v=1&sample=x&panel=heads&thumbnails=patches&token=1,5");
    const Query query = headThumbnailsQuery(state, 0);
    CHECK(query.grouping.queries == std::vector<int>{-1, 0, -1, -1, -1, 0, -1});
    Answer answer;
    answer.query = query;
    answer.rows = 2;
    answer.cols = 7;
    answer.values = {0.1F, 0.2F, 0.1F, 0.1F, 0.1F, 0.2F, 0.2F,  //
                     0.5F, 0,    0.1F, 0,    0,    0.1F, 0.3F};
    ResultStore results;
    results.put(answer);
    const HeadsModel model = headsModel(state, results);
    REQUIRE(model.region != nullptr);
    CHECK(model.region->firstPatchToken == 1);  // that of the output
    REQUIRE(model.thumbnails[0] != nullptr);
    CHECK(model.rows == 2);
    CHECK(model.cols == 2);
    CHECK(model.thumbnails[0]->values == std::vector<float>{0.2F, 0.1F, 0.1F, 0.1F, 0, 0.1F, 0, 0});
    CHECK(model.scale == 0.2F);
    CHECK(std::abs(model.cells[0].picture - 0.7F) < 1e-6F);
    CHECK(std::abs(model.cells[0].region - 0.5F) < 1e-6F);
    CHECK(std::abs(model.cells[1].picture - 0.4F) < 1e-6F);
    CHECK(std::abs(model.cells[1].region - 0.1F) < 1e-6F);
    update(state, Command(SetOutput{6, false}));
    CHECK(shownRegion(state) == 1);
    // Without a picture thumbnails do not change.
    open(state, encoderDocument(), sample, "v=1&sample=x&panel=heads&thumbnails=patches");
    CHECK(shownThumbnails(state) == HeadThumbnails::attention);
}
