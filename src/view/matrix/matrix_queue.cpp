// SPDX-License-Identifier: MIT
#include "view/matrix/matrix_queue.h"

#include <bit>
#include <cstdint>

#include "view/text/layout_log.h"
#include "view/widgets/changed_tiles.h"

namespace hw {
namespace {

struct QueuedMatrix {
    MatrixRenderer* renderer;
    MatrixDraw what;
    int framebufferWidth;
    int framebufferHeight;
};

/// Uses the clip rectangle of the command when it is drawn, which may be a part of the page that has changed.
void drawQueued(const ImDrawList*, const ImDrawCmd* command) {
    const auto* queued = static_cast<const QueuedMatrix*>(command->UserCallbackData);
    const ImVec4& clip = command->ClipRect;
    MatrixDraw what = queued->what;
    what.clipX = clip.x * what.pixelRatio;
    what.clipY = clip.y * what.pixelRatio;
    what.clipWidth = (clip.z - clip.x) * what.pixelRatio;
    what.clipHeight = (clip.w - clip.y) * what.pixelRatio;
    queued->renderer->draw(what, queued->framebufferWidth, queued->framebufferHeight);
}

std::uint64_t numberOfQueued(const ImDrawCmd& command) {
    const MatrixDraw& what = static_cast<const QueuedMatrix*>(command.UserCallbackData)->what;
    std::uint64_t number = 0xcbf29ce484222325ULL;  // FNV-1a
    const auto add = [&](std::uint32_t part) { number = (number ^ part) * 0x100000001b3ULL; };
    for (const std::uint32_t part :
         {what.from, what.to, what.ground, static_cast<std::uint32_t>(what.ramp),
          static_cast<std::uint32_t>(what.dark), static_cast<std::uint32_t>(what.grid)}) {
        add(part);
    }
    for (const float part :
         {what.t, what.x, what.y, what.width, what.height, what.firstCol, what.firstRow, what.cols,
          what.rows, what.scale, what.gamma, what.pixelRatio}) {
        add(std::bit_cast<std::uint32_t>(part));
    }
    return number;
}

}  // namespace

MatrixDraw matrixIn(const Rect& area, Ramp ramp, const Theme& theme) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    MatrixDraw draw;
    draw.x = area.x * density;
    draw.y = area.y * density;
    draw.width = area.w * density;
    draw.height = area.h * density;
    draw.ramp = ramp;
    draw.dark = theme.dark;
    draw.ground = theme.groundArgb;
    return draw;
}

void queueMatrix(ImDrawList* list, MatrixRenderer& renderer, MatrixDraw what) {
    if (what.ramp == Ramp::ratio) {
        what.ramp = Ramp::diverging;
        what.scale = logarithm(what.scale);
    }
    registerCallback(drawQueued, numberOfQueued);
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 density = io.DisplayFramebufferScale;
    what.pixelRatio = density.x;
    QueuedMatrix queued{&renderer, what, static_cast<int>(io.DisplaySize.x * density.x + 0.5F),
                        static_cast<int>(io.DisplaySize.y * density.y + 0.5F)};
    // The command's own clip rectangle is the area it draws on. The renderer rounds to whole pixels.
    const float pixel = 1 / density.x;
    list->PushClipRect(
        {what.x / density.x - pixel, what.y / density.x - pixel},
        {(what.x + what.width) / density.x + pixel, (what.y + what.height) / density.x + pixel},
        true);
    noteLaidOut(LayoutEntry::Kind::figure, "cells", *list, {what.x / density.x, what.y / density.x},
                {(what.x + what.width) / density.x, (what.y + what.height) / density.x});
    list->AddCallback(drawQueued, &queued, sizeof queued);
    list->PopClipRect();
}

}  // namespace hw
