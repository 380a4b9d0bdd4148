// SPDX-License-Identifier: MIT
#pragma once

#include "imgui.h"

#include <algorithm>

namespace hw {

/// One of Dear ImGui's triangles, and the rectangle around it.
struct Triangle {
    const ImDrawVert *a, *b, *c;
    float left() const { return std::min({a->pos.x, b->pos.x, c->pos.x}); }
    float right() const { return std::max({a->pos.x, b->pos.x, c->pos.x}); }
    float top() const { return std::min({a->pos.y, b->pos.y, c->pos.y}); }
    float bottom() const { return std::max({a->pos.y, b->pos.y, c->pos.y}); }
};

/// The triangle whose corners are the command's indices `at`, at + 1 and at + 2.
inline Triangle triangleAt(const ImDrawList& list, const ImDrawCmd& command, unsigned at) {
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + at;
    const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    return {vertices + index[0], vertices + index[1], vertices + index[2]};
}

}  // namespace hw
