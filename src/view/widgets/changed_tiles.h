// SPDX-License-Identifier: MIT
// Finds the difference between two frames, so that only that is drawn again. Without a graphics card every pixel and
// every triangle costs processor time, and most of a page is static while a part of it moves.
#pragma once

#include <cstdint>
#include <vector>

#include "imgui.h"

namespace hw {

/// A rectangle of framebuffer pixels, origin at the top left.
struct PixelRect {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool empty() const { return x1 <= x0 || y1 <= y0; }
    long long area() const { return empty() ? 0 : 1LL * (x1 - x0) * (y1 - y0); }
    bool operator==(const PixelRect&) const = default;
};

/// Keeps a hash for each tile of the framebuffer, over everything drawn on it, in order. This includes vertices,
/// textures, clipping, and the callbacks' own hashes.
class ChangedTiles {
public:
    static constexpr int tileSize = 32;
    static constexpr int mostRects = 6;

    /// The part of the framebuffer, which still has the previous frame, that must be drawn again for `data`. Disjoint
    /// rectangles of whole tiles, at most mostRects. Everything after forget(), and when the size has changed.
    /// O(triangles + tiles that they touch).
    std::vector<PixelRect> update(const ImDrawData& data);

    /// Call when the framebuffer is invalid (a new context, a resized canvas).
    void forget() { tiles_.clear(); }

    /// Call when a texture has other pixels. Everything that shows it is drawn again.
    void repainted(const ImTextureData* texture);

private:
    void add(const ImDrawData& data);
    std::uint64_t styleOf(const ImDrawCmd& command) const;
    void addCommand(const ImDrawList& list, const ImDrawCmd& command, const ImDrawData& data);
    void mark(float x0, float y0, float x1, float y1, std::uint64_t number);

    int columns_ = 0;
    int rows_ = 0;
    int width_ = 0;
    int height_ = 0;
    std::vector<std::uint64_t> tiles_;  ///< hashes of the previous frame
    std::vector<std::uint64_t> fresh_;
    std::vector<std::uint64_t> vertices_;  ///< hashes of the current list's vertices
    struct TextureVersion {
        const ImTextureData* texture;
        std::uint64_t times;
    };
    std::vector<TextureVersion> textures_;
};

/// A hash of a callback's drawing. Different pictures must have different ones.
/// A callback without a hash counts as changed in every frame.
using CallbackNumber = std::uint64_t (*)(const ImDrawCmd& command);
void registerCallback(ImDrawCallback callback, CallbackNumber number);

}  // namespace hw
