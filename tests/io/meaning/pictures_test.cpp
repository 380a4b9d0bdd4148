// SPDX-License-Identifier: MIT
// Pictures of a file, given with it and found in it. Covers grids, names of tokens, several pictures, frames.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "holds.h"
#include "io/support.h"
#include "io/write/analysis_file.h"

namespace hw::test {
namespace {

/// One layer and head of `count` tokens that all attend to all.
std::string file(int count, const std::string& rest = "") {
    std::string row = "[";
    for (int i = 0; i < count; ++i) row += (i > 0 ? "," : "") + std::string("0.5");
    row += "]";
    std::string text = "{\"format\":\"headwaters/1\"" + rest + ",\"attentions\":[[[";
    for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + row;
    return text + "]]]}";
}

/// A GIF of 2 x 1 points.
const std::string wide = "data:image/gif;base64,R0lGODlhAgABAAAAACw=";
const std::string square = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

std::string wordsOf(const Document& document) {
    std::string text;
    for (const Problem& warning : document.warnings)
        text += warning.finding + " " + warning.remedy + "\n";
    return text;
}

Document read(const std::string& text, const OpenOptions& options = {}) {
    auto document = open(text, options);
    REQUIRE(document.has_value());
    return std::move(*document);
}

}  // namespace

TEST_CASE("a picture given to numbered tokens finds its grid and names them", "[io][patches]") {
    const Document document = read(file(198), {.pictures = "cat.png", .pictureData = square});
    const Example& example = document.examples[0];
    REQUIRE(example.image);
    CHECK(example.image->dataUrl == square);
    CHECK(PatchGrid{example.image->rows, example.image->cols, example.image->firstPatchToken} ==
          PatchGrid{14, 14, 2});
    CHECK_FALSE(example.tokensAreNumbered);
    CHECK(example.tokens[0] == "[CLS]");
    CHECK(example.tokens[1] == "[DIST]");
    CHECK(example.tokens[2] == "r0c0");
    CHECK(example.tokens[197] == "r13c13");
    CHECK(holds(
        wordsOf(document),
        "cat.png is shown under the 14 × 14 patches. The 198 tokens are read as [CLS], [DIST] "
        "and 14 × 14 patches."));
    CHECK_FALSE(holds(wordsOf(document), "no tokens"));
}

TEST_CASE("without a picture numbered tokens stay what they are, and their readings are known",
          "[io][patches]") {
    const Document document = read(file(17));
    CHECK_FALSE(document.examples[0].image);
    CHECK(document.examples[0].tokensAreNumbered);
    CHECK(document.examples[0].grids == std::vector<PatchGrid>{{4, 4, 1}});
    CHECK(read(file(4, R"(,"tokens":["a","b","c","d"])")).examples[0].grids.empty());
}

TEST_CASE("a picture for words is not used, and that is said", "[io][patches]") {
    const Document document =
        read(file(3, R"(,"tokens":["a","b","c"])"), {.pictures = "cat.png", .pictureData = square});
    CHECK_FALSE(document.examples[0].image);
    CHECK(holds(wordsOf(document),
                "cat.png is ignored because the 3 tokens are not a known patch grid."));
    const Document gone = read(file(17), {.pictures = "cat.png", .pictureData = "-"});
    CHECK_FALSE(gone.examples[0].image);
    CHECK(
        holds(wordsOf(gone), "The picture cat.png is not available. Drop it onto the page again."));
}

TEST_CASE("a grid can be chosen, of frames too", "[io][patches]") {
    const Document other = read(file(17), {.grid = "2x8@1"});
    REQUIRE(other.examples[0].image);
    CHECK(other.examples[0].image->cols == 8);
    CHECK(other.examples[0].image->dataUrl.empty());
    CHECK(other.examples[0].grids.size() == 2);  // the chosen one and 4 x 4
    CHECK(other.examples[0].tokens[9] == "r1c0");
    const Document video =
        read(file(17), {.pictures = "a/b", .pictureData = square + " " + wide, .grid = "4x2x2@1"});
    const ImageInfo& image = *video.examples[0].image;
    CHECK(image.isVideo);
    REQUIRE(image.regions() == 4);
    CHECK(image.region(1).firstPatchToken == 5);
    CHECK(image.region(1).dataUrl == wide);
    CHECK(image.region(2).dataUrl.empty());
    CHECK(image.regionOf(0) == -1);
    CHECK(image.regionOf(16) == 3);
    CHECK(video.examples[0].tokens[16] == "f3r1c1");
    const Document bad = read(file(17), {.grid = "5x5@1"});
    CHECK_FALSE(bad.examples[0].image);
    CHECK(holds(wordsOf(bad), "The grid 5x5@1 does not fit the 17 tokens"));
}

TEST_CASE("a file's picture without a grid finds one", "[io][patches]") {
    const Document found = read(file(9, R"(,"image":{"data":")" + wide + "\"}"));
    REQUIRE(found.examples[0].image);
    CHECK(found.examples[0].image->rows == 2);
    CHECK(found.examples[0].image->cols == 4);
    const Document none = read(file(12, R"(,"image":{"data":")" + square + "\"}"));
    CHECK_FALSE(none.examples[0].image);
    CHECK(holds(wordsOf(none), "The picture is ignored because its patch grid does not fit."));
}

TEST_CASE("a file that states its grid has tokens", "[io][patches]") {
    const Document document = read(file(7, R"(,"image":{"grid":[2,3],"firstPatchToken":1})"));
    const Example& example = document.examples[0];
    CHECK_FALSE(example.tokensAreNumbered);
    CHECK(example.tokens ==
          std::vector<std::string>{"[CLS]", "r0c0", "r0c1", "r0c2", "r1c0", "r1c1", "r1c2"});
    CHECK_FALSE(holds(wordsOf(document), "no tokens"));
    // The others keep their numbers. A grid that does not fit names nothing.
    CHECK(read(file(9, R"(,"image":{"grid":[2,3],"firstPatchToken":1})")).examples[0].tokens[8] ==
          "8");
    CHECK(read(file(5, R"(,"image":{"grid":[2,3],"firstPatchToken":1})"))
              .examples[0]
              .tokensAreNumbered);
    const Document video = read(file(9, R"(,"image":{"grid":[2,2,2],"firstPatchToken":1})"));
    CHECK(video.examples[0].tokens[8] == "f1r1c1");
}

TEST_CASE("several pictures among text have their own patches", "[io][patches]") {
    const std::string rest = R"(,"tokens":["a","<image>","<image>","<image>","<image>","and",)"
                             R"("<image>","<image>","?"],"imageRegions":[)"
                             R"({"data":")" +
                             wide +
                             R"(","grid":[1,2],"firstPatchToken":6},)"
                             R"({"data":")" +
                             square +
                             R"(","grid":[2,2],"firstPatchToken":1},)"
                             R"({"grid":[2,2],"firstPatchToken":3}])";
    const Document document = read(file(9, rest));
    const ImageInfo& image = *document.examples[0].image;
    REQUIRE(image.regions() == 2);
    CHECK_FALSE(image.isVideo);
    CHECK(image.firstPatchToken == 1);
    CHECK(image.dataUrl == square);
    CHECK(image.region(1).firstPatchToken == 6);
    CHECK(holds(wordsOf(document), "belong to another picture."));  // the third
    // Saved and read again.
    std::string saved;
    SavePlace at;
    while (!at.done) saved += savedText(document, {}, at, savedPiece);
    const Document again = read(saved);
    REQUIRE(again.examples[0].image);
    CHECK(again.examples[0].image->regions() == 2);
    CHECK(again.examples[0].image->region(1).dataUrl == wide);
}

TEST_CASE("placeholders among text are pictures without being named", "[io][patches]") {
    std::string tokens = R"(,"tokens":["What")";
    for (int i = 0; i < 9; ++i) tokens += R"(,"<image>")";
    const Document document =
        read(file(11, tokens + R"(,"?"])"), {.pictures = "cat.png", .pictureData = square});
    const ImageInfo& image = *document.examples[0].image;
    CHECK(image.rows == 3);
    CHECK(image.firstPatchToken == 1);
    CHECK(image.dataUrl == square);
    CHECK(document.examples[0].tokens[1] == "<image>");
}

TEST_CASE("frames of a video are regions one after the other", "[io][patches]") {
    const Document document = read(file(
        9, R"(,"image":{"data":[")" + wide + R"(",null],"grid":[2,2,2],"firstPatchToken":1})"));
    const ImageInfo& image = *document.examples[0].image;
    CHECK(image.isVideo);
    REQUIRE(image.regions() == 2);
    CHECK(image.region(0).dataUrl == wide);
    CHECK(image.region(1).dataUrl.empty());
    CHECK(image.region(1).firstPatchToken == 5);
    const Document without = read(file(9, R"(,"image":{"grid":[2,2,2],"firstPatchToken":1})"));
    CHECK(without.examples[0].image->regions() == 2);
    for (const char* grid : {"[3,2,2]", "[0,2,2]", "[2,2,2,1]", "[1e9,2,2]"}) {
        const Document bad = read(file(9, std::string(R"(,"image":{"grid":)") + grid + "}"));
        INFO(grid);
        CHECK_FALSE(bad.examples[0].image);
        CHECK(holds(wordsOf(bad), "its patch grid does not fit"));
    }
}

TEST_CASE("each example has its own picture", "[io][patches]") {
    const std::string one = file(5).substr(24);  // ,"attentions":...}
    const std::string text = "{\"format\":\"headwaters/1\",\"examples\":[{\"title\":\"a\"" + one +
                             ",{\"title\":\"b\"" + one + "]}";
    const Document document = read(text, {.pictures = "/b.png", .pictureData = "- " + square});
    REQUIRE(document.examples.size() == 2);
    CHECK_FALSE(document.examples[0].image);
    REQUIRE(document.examples[1].image);
    CHECK(document.examples[1].image->dataUrl == square);
}

TEST_CASE("fewer tokens in later layers are refused with layers and numbers", "[io][patches]") {
    const std::string four = "[[1,0,0,0],[1,0,0,0],[1,0,0,0],[1,0,0,0]]";
    const std::string windows = "[[" + four + "],[" + four + "],[" + four + "],[" + four + "]]";
    const auto finding = [&](const std::string& layers) {
        const auto document = open("{\"attentions\":[" + layers + "]}");
        REQUIRE_FALSE(document.has_value());
        return document.error();
    };
    const Problem swin = finding(windows + "," + windows + ",[[" + four + "," + four + "]]");
    CHECK(swin.place.starts_with("attentions[2]"));
    CHECK(swin.finding.starts_with(
        "Layer 1 has 4 windows of 4 tokens, but layer 3 has 4 tokens (as in Swin or ToMe)."));
    CHECK(holds(swin.remedy, "headwaters.merged()"));
    const Problem merged = finding("[" + four + "],[[[1,0,0],[0,1,0],[0,0,1]]]");
    CHECK(merged.finding.starts_with("Layer 1 has 4 tokens, but layer 2 has 3 tokens"));
    // More tokens are inputs of different length. Other heads are a different fault.
    const auto longer = open("{\"attentions\":[[[[1,0,0],[0,1,0],[0,0,1]]],[" + four + "]]}");
    REQUIRE(longer.has_value());
    CHECK(longer->examples.size() == 2);
    CHECK_FALSE(holds(finding("[" + four + "," + four + "],[" + four + "]").finding, "Swin"));
}

}  // namespace hw::test
