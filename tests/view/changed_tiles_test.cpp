// SPDX-License-Identifier: MIT
// Frames of rectangles, painted whole and painted only by their changes.
#include "view/widgets/changed_tiles.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

#include "view/widgets/limit_drawing.h"

using namespace hw;

namespace {

constexpr int width = 200;
constexpr int height = 150;
using Pixels = std::vector<ImU32>;

/// Draw data filled by a test.
struct Frame {
    ImDrawList list{nullptr};
    ImDrawData data;

    Frame() {
        data.Valid = true;
        data.DisplaySize = {width, height};
        data.FramebufferScale = {1, 1};
        data.CmdLists.push_back(&list);
    }
    void command(const ImVec4& clip) {
        ImDrawCmd command;
        command.ClipRect = clip;
        command.IdxOffset = static_cast<unsigned>(list.IdxBuffer.Size);
        list.CmdBuffer.push_back(command);
    }
    void quad(float x, float y, float w, float h, ImU32 colour) {
        const auto first = static_cast<ImDrawIdx>(list.VtxBuffer.Size);
        for (const ImVec2 corner : {ImVec2{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}) {
            ImDrawVert vertex;
            vertex.pos = corner;
            vertex.uv = {};
            vertex.col = colour;
            list.VtxBuffer.push_back(vertex);
        }
        for (const int i : {0, 1, 2, 0, 2, 3})
            list.IdxBuffer.push_back(static_cast<ImDrawIdx>(first + i));
        list.CmdBuffer.back().ElemCount += 6;
    }
};

/// Not commutative, so painting twice or in another order is detected.
ImU32 blended(ImU32 below, ImU32 above) { return below * 31 + above; }

void fill(Pixels& pixels, const PixelRect& rect, ImU32 colour) {
    for (int y = rect.y0; y < rect.y1; ++y) {
        for (int x = rect.x0; x < rect.x1; ++x) pixels[std::size_t(y * width + x)] = colour;
    }
}

/// Two triangles make one rectangle. Either both are there or neither.
void paint(Pixels& pixels, const ImDrawData& data) {
    const ImDrawList& list = *data.CmdLists[0];
    for (const ImDrawCmd& command : list.CmdBuffer) {
        REQUIRE(command.ElemCount % 6 == 0);
        // As imgui_impl_opengl3 calls glScissor, from the bottom left.
        const ImVec4& clip = command.ClipRect;
        const int left = static_cast<int>(clip.x);
        const int right = left + static_cast<int>(clip.z - clip.x);
        const int bottom = height - static_cast<int>(static_cast<float>(height) - clip.w);
        const int top = bottom - static_cast<int>(clip.w - clip.y);
        for (unsigned at = 0; at < command.ElemCount; at += 6) {
            const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + at;
            const ImDrawVert& low = list.VtxBuffer[index[0]];
            const ImDrawVert& high = list.VtxBuffer[index[2]];
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    const float cx = float(x) + 0.5F;
                    const float cy = float(y) + 0.5F;
                    const bool inside = x >= left && x < right && y >= top && y < bottom &&
                                        cx > low.pos.x && cx < high.pos.x && cy > low.pos.y &&
                                        cy < high.pos.y;
                    ImU32& pixel = pixels[std::size_t(y * width + x)];
                    if (inside) pixel = blended(pixel, low.col);
                }
            }
        }
    }
}

/// A scene of rectangles, some of which move from frame to frame.
void fillScene(Frame& frame, unsigned seed, int moved) {
    std::mt19937 random(seed);
    const auto number = [&](int most) {
        return static_cast<float>(random() % static_cast<unsigned>(most));
    };
    for (int group = 0; group < 3; ++group) {
        // Clipped between two pixels, as views that scroll are.
        const float x = number(480) / 4;
        const float y = number(360) / 4;
        frame.command({x, y, x + 40 + number(360) / 4, y + 30 + number(280) / 4});
        for (int i = 0; i < 6; ++i) {
            float left = number(width);
            const float top = number(height);
            const float w = 2 + number(40);
            const float h = 2 + number(40);
            if (i == group) left += static_cast<float>(moved * 7);
            frame.quad(left, top, w, h, static_cast<ImU32>(random()));
        }
    }
}

}  // namespace

TEST_CASE("a frame drawn by its changes is the frame drawn whole", "[view]") {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        INFO("scene " << seed);
        ChangedTiles changed;
        Pixels kept(std::size_t(width * height), 0);
        for (int step = 0; step < 4; ++step) {
            Frame frame;
            fillScene(frame, seed, step);
            Pixels whole(std::size_t(width * height), 5);
            paint(whole, frame.data);
            const std::vector<PixelRect> rects = changed.update(frame.data);
            CHECK(rects.size() <= ChangedTiles::mostRects);
            for (const PixelRect& rect : rects) fill(kept, rect, 5);
            limitTo(frame.data, rects);
            paint(kept, frame.data);
            CHECK(kept == whole);
        }
    }
}

TEST_CASE("the first frame is drawn whole, an equal one not at all", "[view]") {
    ChangedTiles changed;
    Frame first;
    fillScene(first, 9, 0);
    CHECK(changed.update(first.data) == std::vector<PixelRect>{{0, 0, width, height}});
    Frame second;
    fillScene(second, 9, 0);
    CHECK(changed.update(second.data).empty());
    changed.forget();
    CHECK(changed.update(second.data).size() == 1);
    second.data.DisplaySize = {width + 40, height};
    CHECK(changed.update(second.data) == std::vector<PixelRect>{{0, 0, width + 40, height}});
}

TEST_CASE("what changes in one corner leaves the others alone", "[view]") {
    ChangedTiles changed;
    for (const ImU32 colour : {1U, 2U}) {
        Frame frame;
        frame.command({0, 0, width, height});
        frame.quad(0, 0, width, height, 7);
        frame.quad(3, 3, 10, 10, colour);
        const auto rects = changed.update(frame.data);
        if (colour == 1) continue;
        CHECK(rects ==
              std::vector<PixelRect>{{0, 0, ChangedTiles::tileSize, ChangedTiles::tileSize}});
        limitTo(frame.data, rects);
        CHECK(frame.list.IdxBuffer.Size == 12);
        CHECK(static_cast<int>(frame.list.CmdBuffer[0].ClipRect.z) == ChangedTiles::tileSize);
    }
}

TEST_CASE("a callback counts as changed unless it says what it draws", "[view]") {
    ChangedTiles changed;
    const ImDrawCallback known = [](const ImDrawList*, const ImDrawCmd*) {};
    const ImDrawCallback unknown = [](const ImDrawList* list, const ImDrawCmd*) { (void)list; };
    static std::uint64_t shown = 1;
    registerCallback(known, [](const ImDrawCmd&) { return shown; });
    const auto update = [&](ImDrawCallback callback) {
        Frame frame;
        frame.command({64, 64, 96, 96});
        frame.list.CmdBuffer.back().UserCallback = callback;
        return changed.update(frame.data);
    };
    update(known);
    CHECK(update(known).empty());
    shown = 2;
    CHECK_FALSE(update(known).empty());
    update(unknown);
    CHECK_FALSE(update(unknown).empty());
}

TEST_CASE("a texture with other pixels is drawn again where it is shown", "[view]") {
    ChangedTiles changed;
    ImTextureData shown;
    ImTextureData other;
    const auto update = [&] {
        Frame frame;
        frame.command({0, 0, width, height});
        frame.quad(0, 0, width, height, 7);
        frame.command({0, 0, width, height});
        frame.list.CmdBuffer.back().TexRef._TexData = &shown;
        frame.quad(70, 40, 20, 20, 9);
        return changed.update(frame.data);
    };
    update();
    CHECK(update().empty());
    changed.repainted(&other);
    CHECK(update().empty());
    for (int times = 0; times < 2; ++times) {
        changed.repainted(&shown);
        CHECK(update() == std::vector<PixelRect>{{64, 32, 96, 64}});
        CHECK(update().empty());
    }
    std::vector<ImTextureData> many(100);
    for (const ImTextureData& one : many) changed.repainted(&one);
    CHECK(update() == std::vector<PixelRect>{{0, 0, width, height}});
}
