// SPDX-License-Identifier: MIT
#include "panels/image/model.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/engine_harness.h"
#include "page/rules/patch_names.h"
#include "page/sample_documents.h"
#include "panels/page_model.h"

using namespace hw;
using namespace hw::test;

namespace {

DocumentSummary pictureDocument() {
    DocumentSummary document = encoderDocument();
    ExampleSummary& example = document.current;
    example.tokens = {"[CLS]", "[DIST]", "p0", "p1", "p2", "p3", "p4", "p5", "[REG]"};
    example.layers = 2;
    example.image = ImageInfo{{"data:image/png;base64,AAAA", 2, 3, 2}};
    return document;
}

struct ShownPicture {
    AppState state;
    ResultStore results;
    explicit ShownPicture(const DocumentSummary& document, const std::string& fields = "") {
        open(state, document, sample, "v=1&sample=x&panel=image&layer=2" + fields);
        Answer answer;
        answer.query = profileQuery(state, Method::rollout);
        answer.rows = 2;
        answer.cols = 9;
        answer.values = {0.5F, 0,    0.1F, 0.1F, 0.1F, 0.1F, 0.05F, 0.05F, 0,
                         0.2F, 0.1F, 0.3F, 0.1F, 0.1F, 0.1F, 0.02F, 0.03F, 0.05F};
        results.put(answer);
    }
    ImageModel model() { return pageModel(state, results).of<ImageModel>(); }
};

}  // namespace

TEST_CASE("patches are the tokens of the grid, the others are named", "[app][image]") {
    ShownPicture shown(pictureDocument());
    const ImageModel model = shown.model();
    REQUIRE(model.image != nullptr);
    CHECK(model.ready);
    CHECK(model.values == std::vector<float>{0.3F, 0.1F, 0.1F, 0.1F, 0.02F, 0.03F});
    CHECK(model.scale == 0.3F);  // of the patches, so [CLS] does not darken the picture
    REQUIRE(model.others.size() == 3);
    CHECK(model.others[1].label == "[DIST]");
    CHECK(model.others[0].isOutput);
    CHECK(model.caption ==
          "The strongest patch is row 1, column 1 (0.300). Tokens without a patch: "
          "[CLS] 0.200, [DIST] 0.100, [REG] 0.050. One scale for all layers.");
}

TEST_CASE("patches keep their scale while it plays, unless each layer has its own",
          "[app][image]") {
    ShownPicture shown(pictureDocument());
    for (const double layer : {0.0, 0.5, 1.0}) {
        update(shown.state, Command(ScrubTo{layer}));
        CHECK(shown.model().scale == 0.3F);
    }
    ShownPicture own(pictureDocument(), "&scale=layer");
    CHECK(own.model().scale == 0.3F);
    update(own.state, Command(ScrubTo{0.5}));
    CHECK(std::abs(own.model().scale - 0.2F) < 1e-6F);
    update(own.state, Command(SetLayer{0}));
    own.state.playback = {};
    CHECK(own.model().scale == 1.0F / 9);  // an equal share for each of nine tokens
    CHECK(own.model().caption.ends_with("This layer has its own scale."));
}

TEST_CASE("a patch as the output can be left out of the picture's scale", "[app][image]") {
    ShownPicture shown(pictureDocument(), "&token=2&own-share=off");
    const ImageModel model = shown.model();
    REQUIRE(model.isOutput[0]);
    CHECK(model.scale == 1.0F / 9);
    CHECK(model.beyond);
}

TEST_CASE("patches move between layers and follow the pointer", "[app][image]") {
    ShownPicture shown(pictureDocument());
    update(shown.state, Command(ScrubTo{0.5}));
    update(shown.state, Command(SetHover{{4, -1, -1}}));
    ImageModel model = shown.model();
    CHECK(std::abs(model.shown[0] - 0.2F) < 1e-6F);
    CHECK(model.hoverPatch == 2);
    update(shown.state, Command(SetHover{{0, -1, -1}}));
    CHECK(shown.model().hoverPatch == -1);
    update(shown.state, Command(SetOutput{7, false}));
    model = shown.model();
    CHECK_FALSE(model.ready);  // the new output's values are not there yet
    CHECK(model.isOutput.empty());
}

TEST_CASE("a grid that does not fit the tokens is said, not drawn", "[app][image]") {
    DocumentSummary document = pictureDocument();
    document.current.image->rows = 4;
    ShownPicture shown(document);
    const ImageModel model = shown.model();
    CHECK(model.standing.isRefused());
    CHECK(model.standing.text == "The file’s grid of 4 × 3 patches does not fit 9 tokens.");
    CHECK(model.values.empty());
}

TEST_CASE("an image of one row of columns works alike", "[app][image]") {
    DocumentSummary document = pictureDocument();
    document.current.image = ImageInfo{{"data:image/png;base64,AAAA", 1, 9, 0}};
    ShownPicture shown(document);
    const ImageModel model = shown.model();
    CHECK(model.values.size() == 9);
    CHECK(model.others.empty());
    CHECK(model.caption == "The strongest patch is column 3 (0.300). One scale for all layers.");
}

TEST_CASE("patches have one name, counted from 1, in bars, picture and words", "[app][image]") {
    DocumentSummary document = pictureDocument();
    document.current.tokens = {"[CLS]", "[DIST]", "r0c0", "r0c1", "r0c2",
                               "r1c0",  "r1c1",   "r1c2", "[REG]"};
    ShownPicture shown(document);
    const PageModel page = pageModel(shown.state, shown.results);
    CHECK(page.of<ImageModel>().labels ==
          std::vector<std::string>{"r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"});
    CHECK(page.bars.tokens[4].label == "r1c3");
    CHECK(page.bars.tokens[0].label == "[CLS]");
    CHECK(page.bars.caption.find("r1c1") != std::string::npos);
    CHECK(page.controls.tokensDiffer);
    update(shown.state, Command(Set{&ViewState::rawTokens, true}));
    CHECK(pageModel(shown.state, shown.results).of<ImageModel>().labels[2] == "r0c2");
    // A file that counts from 1, or has other names, keeps them. A file without names gets them.
    document.current.tokens[2] = "r1c1";
    CHECK(patchName(document.current, 2).empty());
    document.current.tokensAreNumbered = true;
    CHECK(patchName(document.current, 7) == "r2c3");
    CHECK(patchName(document.current, 1).empty());
    CHECK(patchName(document.current, 8).empty());
}

TEST_CASE("the overview of a picture shows the picture", "[app][image]") {
    ShownPicture shown(pictureDocument(), "&panel=overview");
    CHECK(shown.model().image != nullptr);
    CHECK(shown.model().strongest == 0);
    CHECK(shown.model().unit == "rollout");
}

TEST_CASE("the digit of the samples has the values of its reference", "[app][image]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("vit_digit_4.json");
    REQUIRE(document.id != 0);
    AppState state;
    open(state, document, sample, "v=1&sample=x&layer=4");
    ResultStore results;
    results.put(page.ask(profileQuery(state, Method::rollout)));
    state.document->current.image = ImageInfo{{"data:image/png;base64,AAAA", 4, 4, 1}};
    state.view.panel = Panel::image;
    const ImageModel model = pageModel(state, results).of<ImageModel>();
    const auto rollout = referenceNumbers(reference("vit_digit_4.expected.json"), "rollout");
    REQUIRE(rollout.size() == 4 * 17 * 17);
    REQUIRE(model.values.size() == 16);
    for (std::size_t patch = 0; patch < 16; ++patch) {
        CHECK(std::abs(static_cast<double>(model.values[patch]) -
                       rollout[3 * 17 * 17 + 1 + patch]) < 1e-6);
    }
}

TEST_CASE("every layer's values lie over the picture", "[app][image]") {
    ShownPicture shown(pictureDocument(), "&image=layers");
    const ImageModel model = shown.model();
    REQUIRE(model.tiles.size() == 2);
    CHECK(model.tiles[0].name == "Layer 1");
    CHECK(model.tiles[0].values == std::vector<float>{0.1F, 0.1F, 0.1F, 0.1F, 0.05F, 0.05F});
    CHECK(model.tiles[1].values == model.values);
    CHECK(model.scale == 0.3F);
    CHECK(ShownPicture(pictureDocument()).model().tiles.empty());
}

TEST_CASE("several pictures and frames have one scale, and patches their places", "[app][image]") {
    DocumentSummary document = pictureDocument();
    ImageInfo& image = *document.current.image;
    image = ImageInfo{{"data:image/png;base64,AAAA", 1, 2, 2}};
    image.more = {{"", 2, 2, 5}};
    ShownPicture shown(document);
    const ImageModel model = shown.model();
    REQUIRE(model.tiles.size() == 2);
    CHECK(model.values == std::vector<float>{0.3F, 0.1F, 0.1F, 0.02F, 0.03F, 0.05F});
    CHECK(model.tiles[1].values == std::vector<float>{0.1F, 0.02F, 0.03F, 0.05F});
    CHECK(model.tiles[1].name == "Picture 2");
    CHECK(model.others.size() == 3);
    CHECK(model.others[2].label == "p2");
    CHECK(model.scale == 0.3F);
    CHECK(patchPlace(model, 0) == "picture 1, column 1");
    CHECK(patchPlace(model, 4) == "picture 2, row 2, column 1");
    CHECK(patchName(document.current, 7).empty());
    document.current.tokensAreNumbered = true;
    CHECK(patchName(document.current, 7) == "i2r2c1");
    CHECK(patchName(document.current, 4).empty());
    document.current.image->isVideo = true;
    CHECK(patchName(document.current, 7) == "f2r2c1");
    CHECK(ShownPicture(document).model().caption.starts_with(
        "The strongest patch is frame 1, column 1 ("));
    ShownPicture every(document, "&image=layers");
    const ImageModel layers = every.model();
    REQUIRE(layers.tiles.size() == 4);
    CHECK(layers.tiles[3].name == "Frame 2, layer 2");
    CHECK(layers.tiles[1].values == std::vector<float>{0.1F, 0.05F, 0.05F, 0});
}

TEST_CASE("placeholders for patches are called by their places", "[app][image]") {
    DocumentSummary document = pictureDocument();
    document.current.tokens = {"What",    "is",      "<image>", "<image>", "<image>",
                               "<image>", "<image>", "<image>", "?"};
    CHECK(patchName(document.current, 4) == "r1c3");
    // A line of text may begin and end with the same letter.
    document.current.tokens = {"[CLS]", "x", "a", "b", "c", "d", "e", "a", "?"};
    CHECK(patchName(document.current, 4).empty());
}
