// SPDX-License-Identifier: MIT
#include "view/widgets/changed_tiles.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "view/widgets/draw_triangle.h"

namespace hw {
namespace {

struct Registered {
    ImDrawCallback callback;
    CallbackNumber number;
};
std::vector<Registered>& registered() {
    static std::vector<Registered> all;
    return all;
}

/// Order matters, and each bit of either number affects many of the result's (after splitmix64).
std::uint64_t joined(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = (a ^ (b + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
    x ^= x >> 29U;
    x *= 0x94D049BB133111EBULL;
    return x ^ (x >> 32U);
}

std::uint64_t pairOf(float a, float b) {
    return (std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32U) |
           std::bit_cast<std::uint32_t>(b);
}

/// A sum of products, faster than joined() and sufficient as its input. There are more vertices than anything else.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const std::uint64_t x =
        a * 0x9E3779B97F4A7C15ULL + b * 0xC2B2AE3D27D4EB4FULL + c * 0x165667B19E3779F9ULL;
    return x ^ (x >> 29U);
}

std::uint64_t numberOf(const ImDrawVert& vertex) {
    return mixed(pairOf(vertex.pos.x, vertex.pos.y), pairOf(vertex.uv.x, vertex.uv.y), vertex.col);
}

PixelRect around(const PixelRect& a, const PixelRect& b) {
    return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

bool overlap(const PixelRect& a, const PixelRect& b) {
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/// Merges the two whose common rectangle adds least, and then all that it overlaps.
void joinCheapest(std::vector<PixelRect>& rects) {
    std::size_t first = 0;
    std::size_t second = 1;
    long long least = -1;
    for (std::size_t i = 0; i < rects.size(); ++i) {
        for (std::size_t j = i + 1; j < rects.size(); ++j) {
            const long long added =
                around(rects[i], rects[j]).area() - rects[i].area() - rects[j].area();
            if (least >= 0 && added >= least) continue;
            least = added;
            first = i;
            second = j;
        }
    }
    PixelRect whole = around(rects[first], rects[second]);
    for (bool grown = true; grown;) {
        grown = false;
        std::erase_if(rects, [&](const PixelRect& rect) {
            if (!overlap(rect, whole)) return false;
            grown = grown || !(around(rect, whole) == whole);
            whole = around(rect, whole);
            return true;
        });
    }
    rects.push_back(whole);
}

/// Runs of changed tiles in a row, merged with equal runs in the row above.
class RectBuilder {
public:
    void run(int row, int from, int to) {
        for (PixelRect& rect : rects_) {
            if (rect.x0 != from || rect.x1 != to || rect.y1 != row) continue;
            rect.y1 = row + 1;
            return;
        }
        rects_.push_back({from, row, to, row + 1});
    }
    std::vector<PixelRect> take() { return std::move(rects_); }

private:
    std::vector<PixelRect> rects_;
};

}  // namespace

void registerCallback(ImDrawCallback callback, CallbackNumber number) {
    for (const Registered& known : registered()) {
        if (known.callback == callback) return;
    }
    registered().push_back({callback, number});
}

std::uint64_t ChangedTiles::styleOf(const ImDrawCmd& command) const {
    const ImVec4& clip = command.ClipRect;
    std::uint64_t number = joined(pairOf(clip.x, clip.y), pairOf(clip.z, clip.w));
    if (command.UserCallback == nullptr) {
        // GetTexID would not do, since a texture has no ID before its first upload.
        const ImTextureData* texture = command.TexRef._TexData;
        number = joined(number, reinterpret_cast<std::uintptr_t>(texture));
        for (const TextureVersion& one : textures_)
            if (one.texture == texture) number = joined(number, one.times);
        return joined(number, command.TexRef._TexID);
    }
    for (const Registered& known : registered()) {
        if (known.callback == command.UserCallback) return joined(number, known.number(command));
    }
    static std::uint64_t never = 0;
    return joined(number, ++never);
}

void ChangedTiles::repainted(const ImTextureData* texture) {
    constexpr std::size_t most = 64;
    if (const auto known = std::ranges::find(textures_, texture, &TextureVersion::texture);
        known != textures_.end()) {
        ++known->times;
        return;
    }
    if (textures_.size() == most) {  // most of them no longer exist
        textures_.clear();
        forget();
    }
    textures_.push_back({texture, 1});
}

void ChangedTiles::mark(float x0, float y0, float x1, float y1, std::uint64_t number) {
    if (!(x1 > x0) || !(y1 > y0)) return;
    const auto tile = [](float at, int count) {
        return std::clamp(static_cast<int>(std::floor(at / tileSize)), 0, count - 1);
    };
    if (x1 <= 0 || y1 <= 0 || x0 >= static_cast<float>(width_) || y0 >= static_cast<float>(height_))
        return;
    const int left = tile(x0, columns_);
    const int right = tile(x1, columns_);
    const int bottom = tile(y1, rows_);
    for (int row = tile(y0, rows_); row <= bottom; ++row) {
        for (int column = left; column <= right; ++column) {
            std::uint64_t& kept = fresh_[row * columns_ + column];
            kept = joined(kept, number);
        }
    }
}

void ChangedTiles::addCommand(const ImDrawList& list, const ImDrawCmd& command,
                              const ImDrawData& data) {
    const ImVec2 origin = data.DisplayPos;
    const ImVec2 scale = data.FramebufferScale;
    const ImVec4& clip = command.ClipRect;
    const std::uint64_t style = styleOf(command);
    const auto place = [&](float left, float top, float right, float bottom, std::uint64_t number) {
        mark((std::max(left, clip.x) - origin.x) * scale.x,
             (std::max(top, clip.y) - origin.y) * scale.y,
             (std::min(right, clip.z) - origin.x) * scale.x,
             (std::min(bottom, clip.w) - origin.y) * scale.y, number);
    };
    if (command.UserCallback != nullptr) {
        place(clip.x, clip.y, clip.z, clip.w, style);
        return;
    }
    for (unsigned at = 0; at + 2 < command.ElemCount; at += 3) {
        const Triangle triangle = triangleAt(list, command, at);
        const auto number = [&](const ImDrawVert* vertex) {
            return vertices_[vertex - list.VtxBuffer.Data];
        };
        const std::uint64_t corners =
            mixed(number(triangle.a), number(triangle.b), number(triangle.c));
        place(triangle.left(), triangle.top(), triangle.right(), triangle.bottom(),
              joined(style, corners));
    }
}

void ChangedTiles::add(const ImDrawData& data) {
    for (const ImDrawList* list : data.CmdLists) {
        vertices_.clear();
        for (const ImDrawVert& vertex : list->VtxBuffer) vertices_.push_back(numberOf(vertex));
        for (const ImDrawCmd& command : list->CmdBuffer) addCommand(*list, command, data);
    }
}

std::vector<PixelRect> ChangedTiles::update(const ImDrawData& data) {
    const int width = static_cast<int>(std::lround(data.DisplaySize.x * data.FramebufferScale.x));
    const int height = static_cast<int>(std::lround(data.DisplaySize.y * data.FramebufferScale.y));
    if (width != width_ || height != height_) tiles_.clear();
    width_ = width;
    height_ = height;
    columns_ = std::max((width + tileSize - 1) / tileSize, 1);
    rows_ = std::max((height + tileSize - 1) / tileSize, 1);
    fresh_.assign(std::size_t{1} * columns_ * rows_, 0);
    add(data);
    std::swap(tiles_, fresh_);
    if (fresh_.size() != tiles_.size()) return {{0, 0, width, height}};
    RectBuilder builder;
    for (int row = 0; row < rows_; ++row) {
        const auto isChanged = [&](int column) {
            const std::size_t tile = row * columns_ + column;
            return tiles_[tile] != fresh_[tile];
        };
        for (int column = 0; column < columns_; ++column) {
            if (!isChanged(column)) continue;
            const int from = column;
            while (column < columns_ && isChanged(column)) ++column;
            builder.run(row, from, column);
        }
    }
    std::vector<PixelRect> rects = builder.take();
    while (rects.size() > mostRects) joinCheapest(rects);
    for (PixelRect& rect : rects) {
        rect = {rect.x0 * tileSize, rect.y0 * tileSize, std::min(rect.x1 * tileSize, width),
                std::min(rect.y1 * tileSize, height)};
    }
    return rects;
}

}  // namespace hw
