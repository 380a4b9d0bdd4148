// SPDX-License-Identifier: MIT
// The grid for a number of tokens, by the token counts of published models and by a picture's proportions.
#include "io/meaning/patch_grids.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "io/meaning/picture_size.h"

namespace hw::test {
namespace {

using io::patchGrids;

std::vector<std::string> numbered(int count, const std::string& before) {
    std::vector<std::string> tokens;
    for (int i = 0; i < count; ++i) tokens.push_back(before + std::to_string(i));
    return tokens;
}

}  // namespace

TEST_CASE("the grids of published models are found from their tokens", "[io][patches]") {
    struct Model {
        int tokens;
        PatchGrid grid;
    };
    const Model models[] = {
        {197, {14, 14, 1}},   // ViT-B/16, 224 pixels, with class token
        {198, {14, 14, 2}},   // DeiT distilled
        {201, {14, 14, 5}},   // DINOv2 with registers at 224 / 16
        {50, {7, 7, 1}},      // CLIP ViT-B/32
        {577, {24, 24, 1}},   // ViT-B/16 at 384, CLIP L/14 at 336
        {257, {16, 16, 1}},   // ViT-H/14, DINOv2
        {261, {16, 16, 5}},   // DINOv2 with registers
        {196, {14, 14, 0}},   // SigLIP B/16
        {729, {27, 27, 0}},   // SigLIP so400m at 384
        {1370, {37, 37, 1}},  // DINOv2 at 518
        {17, {4, 4, 1}},     {10, {3, 3, 1}},
    };
    for (const Model& model : models) {
        INFO(model.tokens);
        const auto grids = patchGrids(model.tokens, 1);
        REQUIRE_FALSE(grids.empty());
        CHECK(grids.front() == model.grid);
        CHECK(patchGrids(model.tokens, 0).front() == model.grid);
    }
}

TEST_CASE("every grid offered holds all tokens, and patches prevail", "[io][patches]") {
    for (int tokens = 1; tokens < 1200; ++tokens) {
        for (const double aspect : {0.0, 1.0, 0.5, 4.0 / 3, 16.0 / 9}) {
            const auto grids = patchGrids(tokens, aspect);
            CHECK(grids.size() <= 6);
            for (const PatchGrid& grid : grids) {
                CHECK(grid.firstPatchToken + grid.rows * grid.cols == tokens);
                CHECK(grid.rows * grid.cols >= 3 * grid.firstPatchToken);
                const double ratio = static_cast<double>(grid.cols) / grid.rows;
                CHECK((grid.rows == grid.cols || std::abs(std::log(ratio / aspect)) < 0.077));
            }
        }
    }
}

TEST_CASE("a picture's proportions find a grid that is no square", "[io][patches]") {
    CHECK(patchGrids(193, 4.0 / 3).front() == PatchGrid{12, 16, 1});
    CHECK(patchGrids(193, 3.0 / 4).front() == PatchGrid{16, 12, 1});
    CHECK(patchGrids(241, 640.0 / 384).front() == PatchGrid{12, 20, 1});
    CHECK(patchGrids(193, 0).empty());
    CHECK(patchGrids(193, 1).empty());
    // A square that fits comes first, and the other reading is offered.
    const auto grids = patchGrids(145, 16.0 / 9);
    REQUIRE(grids.size() >= 2);
    CHECK(grids[0] == PatchGrid{12, 12, 1});
    CHECK(grids[1] == PatchGrid{9, 16, 1});
    CHECK(patchGrids(2, 1).empty());
    CHECK(patchGrids(14, 1).empty());  // a sentence (3 x 3 would be fewer than its registers)
}

TEST_CASE("a grid in words is held against the tokens", "[io][patches]") {
    using io::FrameGrid;
    using io::readFrameGrid;
    CHECK(readFrameGrid("14x14@1", 197) == FrameGrid{1, {14, 14, 1}});
    CHECK(readFrameGrid("14x14", 197) == FrameGrid{1, {14, 14, 1}});
    CHECK(readFrameGrid("8x2x3@1", 50) == FrameGrid{8, {2, 3, 1}});
    CHECK(readFrameGrid("2x3@0", 9) == FrameGrid{1, {2, 3, 0}});
    for (const char* bad : {"", "14", "14x", "x14", "14x14@", "14x14@2", "15x14", "0x4", "2x2x2x2",
                            "14x14@1 ", "14x14@-1", "99999x1", "-2x3"}) {
        INFO(bad);
        CHECK_FALSE(readFrameGrid(bad, 197).has_value());
    }
}

TEST_CASE("patches are told by the names of tokens", "[io][patches]") {
    auto tokens = numbered(16, "patch_");
    tokens.insert(tokens.begin(), "[CLS]");
    auto runs = io::patchRuns(tokens);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].first == 1);
    CHECK(runs[0].count == 16);
    std::vector<std::string> mixed{"<s>", "What", "is", "<img>"};
    mixed.insert(mixed.end(), 9, "<image>");
    mixed.insert(mixed.end(), {"</img>", "and", "here"});
    mixed.insert(mixed.end(), 4, "<|image_pad|>");
    mixed.emplace_back("?");
    runs = io::patchRuns(mixed);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].first == 4);
    CHECK(runs[0].count == 9);
    CHECK(runs[1].first == 16);
    CHECK(runs[1].count == 4);
    CHECK(io::patchRuns({"[CLS]", "the", "keys", "to", "the", "cabinet", "are", "here"}).empty());
    CHECK(io::patchRuns({"p1", "p2", "p3"}).empty());
    CHECK(io::patchRuns({"r0c0", "r0c1", "r1c0", "r1c1"}).size() == 1);
    CHECK(io::patchRuns({"rc", "r1", "c1", "part"}).empty());
}

TEST_CASE("a picture's proportions are read from its header", "[io][patches]") {
    const auto near = [](double value, double wanted) { return std::abs(value - wanted) < 1e-9; };
    std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    png += std::string("\0\0\x02\x80\0\0\x01\xE0\x08\x02\0\0\0", 13);
    CHECK(near(io::aspectOfPicture(png), 640.0 / 480));
    std::string jpeg(
        "\xFF\xD8\xFF\xE0\0\x06"
        "AAAA\xFF\xC2\0\x11\x08\x01\xE0\x02\x80\x03",
        20);
    CHECK(near(io::aspectOfPicture(jpeg), 640.0 / 480));
    // The same as a phone held upright stores it, with "Exif", TIFF of either byte order, one entry with value 6, cut
    // off.
    const std::string little("II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0", 22);
    const std::string big("MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0", 22);
    for (const std::string& tiff : {little, big}) {
        const auto withExif = [&](const std::string& part) {
            const std::string head("\xFF\xD8\xFF\xE1\0", 5);
            const std::string name("Exif\0\0", 6);
            return head + static_cast<char>(2 + name.size() + part.size()) + name + part +
                   jpeg.substr(2);
        };
        CHECK(near(io::aspectOfPicture(withExif(tiff)), 480.0 / 640));
        std::string upright = tiff;
        upright[tiff == little ? 18 : 19] = 1;
        CHECK(near(io::aspectOfPicture(withExif(upright)), 640.0 / 480));
        for (std::size_t cut = 0; cut < 21; ++cut)
            CHECK(near(io::aspectOfPicture(withExif(tiff.substr(0, cut))), 640.0 / 480));
    }
    std::string lossless("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F", 21);
    const unsigned bits = 639U | 479U << 14U;
    for (const unsigned shift : {0U, 8U, 16U, 24U})
        lossless += static_cast<char>(bits >> shift & 255U);
    lossless += std::string(8, '\0');
    CHECK(near(io::aspectOfPicture(lossless), 640.0 / 480));
    std::string extended("RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x7F\x02\0\xDF\x01\0", 30);
    CHECK(near(io::aspectOfPicture(extended), 640.0 / 480));
    std::string lossy("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9D\x01\x2A\x80\x02\xE0\x01", 30);
    CHECK(near(io::aspectOfPicture(lossy), 640.0 / 480));
    for (const std::string& whole : {png, jpeg, lossless, extended, lossy}) {
        for (std::size_t cut = 0; cut < 18; ++cut)
            CHECK(io::aspectOfPicture(whole.substr(0, cut)) == 0);
    }
    CHECK(near(io::aspectOfAddress("data:image/gif;base64,R0lGODlhAgABAAAAACw="), 2));
    CHECK(io::aspectOfAddress("data:image/png;base64,***") == 0);
}

}  // namespace hw::test
