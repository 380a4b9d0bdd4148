// SPDX-License-Identifier: MIT
#include "view/widgets/limit_drawing.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "view/widgets/draw_triangle.h"

namespace hw {
namespace {

float framebufferHeight(const ImDrawData& data) {
    return std::floor(data.DisplaySize.y * data.FramebufferScale.y);
}

/// The pixels of a clipping rectangle in imgui_impl_opengl3, which truncates its corner and size to whole ones, from
/// the bottom left.
PixelRect pixelsOf(const ImVec4& clip, const ImDrawData& data) {
    const ImVec2 origin = data.DisplayPos;
    const ImVec2 scale = data.FramebufferScale;
    const float left = (clip.x - origin.x) * scale.x;
    const float top = (clip.y - origin.y) * scale.y;
    const float right = (clip.z - origin.x) * scale.x;
    const float bottom = (clip.w - origin.y) * scale.y;
    const float height = framebufferHeight(data);
    PixelRect rect;
    rect.x0 = static_cast<int>(left);
    rect.x1 = rect.x0 + static_cast<int>(right - left);
    rect.y1 = static_cast<int>(height) - static_cast<int>(height - bottom);
    rect.y0 = rect.y1 - static_cast<int>(bottom - top);
    return rect;
}

/// The inverse. A clipping rectangle that is truncated to these pixels, whatever the scale rounds.
ImVec4 clipOf(const PixelRect& rect, const ImDrawData& data) {
    const ImVec2 origin = data.DisplayPos;
    const ImVec2 scale = data.FramebufferScale;
    return {origin.x + (static_cast<float>(rect.x0) + 0.1F) / scale.x,
            origin.y + (static_cast<float>(rect.y0) - 0.3F) / scale.y,
            origin.x + (static_cast<float>(rect.x1) + 0.3F) / scale.x,
            origin.y + (static_cast<float>(rect.y1) - 0.1F) / scale.y};
}

/// A part of a callback's clipping rectangle, which is rounded outwards to whole pixels (render/gl).
ImVec4 clipOfCallback(const ImVec4& clip, const PixelRect& rect, const ImDrawData& data) {
    const ImVec2 origin = data.DisplayPos;
    const ImVec2 scale = data.FramebufferScale;
    return {std::max(clip.x, origin.x + (static_cast<float>(rect.x0) + 0.1F) / scale.x),
            std::max(clip.y, origin.y + (static_cast<float>(rect.y0) + 0.1F) / scale.y),
            std::min(clip.z, origin.x + (static_cast<float>(rect.x1) - 0.1F) / scale.x),
            std::min(clip.w, origin.y + (static_cast<float>(rect.y1) - 0.1F) / scale.y)};
}

PixelRect intersection(const PixelRect& a, const PixelRect& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

/// The part of a command in one of the rectangles.
struct Part {
    ImDrawCmd command;
    std::vector<ImDrawIdx> indices;
};

/// Makes the first `count` of `parts` those of a command, in the order of the rectangles, without triangles. Reuses
/// their memory.
std::size_t cutInto(std::vector<Part>& parts, const ImDrawCmd& command,
                    const std::vector<PixelRect>& rects, const ImDrawData& data) {
    std::size_t count = 0;
    const PixelRect pixels = pixelsOf(command.ClipRect, data);
    for (const PixelRect& rect : rects) {
        ImVec4 clip;
        if (command.UserCallback != nullptr) {
            clip = clipOfCallback(command.ClipRect, rect, data);
        } else {
            const PixelRect seen = intersection(pixels, rect);
            if (seen.empty()) continue;
            clip = clipOf(seen, data);
        }
        if (clip.z <= clip.x || clip.w <= clip.y) continue;
        if (count == parts.size()) parts.emplace_back();
        Part& part = parts[count++];
        part.command = command;
        part.command.ClipRect = clip;
        part.indices.clear();
    }
    return count;
}

/// Gives each part the triangles that it can show. Reads their corners once, however many parts there are.
void dealTriangles(std::span<Part> parts, const ImDrawList& list, const ImDrawCmd& command) {
    if (parts.empty()) return;
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    for (unsigned at = 0; at + 2 < command.ElemCount; at += 3) {
        const Triangle triangle = triangleAt(list, command, at);
        const float left = triangle.left();
        const float top = triangle.top();
        const float right = triangle.right();
        const float bottom = triangle.bottom();
        for (Part& part : parts) {
            const ImVec4& clip = part.command.ClipRect;
            if (right <= clip.x || left >= clip.z || bottom <= clip.y || top >= clip.w) continue;
            part.indices.insert(part.indices.end(), index + at, index + at + 3);
        }
    }
}

}  // namespace

void limitTo(ImDrawData& data, const std::vector<PixelRect>& rects) {
    std::vector<Part> parts;
    for (ImDrawList* list : data.CmdLists) {
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        indices.reserve(list->IdxBuffer.Size);
        for (const ImDrawCmd& command : list->CmdBuffer) {
            const std::size_t count = cutInto(parts, command, rects, data);
            const std::span<Part> mine(parts.data(), count);
            dealTriangles(mine, *list, command);
            for (const Part& part : mine) {
                if (part.indices.empty() && command.UserCallback == nullptr) continue;
                commands.push_back(part.command);
                commands.back().IdxOffset = static_cast<unsigned>(indices.Size);
                commands.back().ElemCount = static_cast<unsigned>(part.indices.size());
                for (const ImDrawIdx index : part.indices) indices.push_back(index);
            }
        }
        list->CmdBuffer.swap(commands);
        list->IdxBuffer.swap(indices);
    }
}

}  // namespace hw
