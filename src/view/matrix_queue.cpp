// SPDX-License-Identifier: MIT
#include "view/matrix_queue.h"

namespace hw {
namespace {

struct Queued {
    MatrixRenderer* renderer;
    MatrixDraw what;
    int framebufferWidth;
    int framebufferHeight;
};

void drawQueued(const ImDrawList*, const ImDrawCmd* command) {
    const auto* queued = static_cast<const Queued*>(command->UserCallbackData);
    queued->renderer->draw(queued->what, queued->framebufferWidth, queued->framebufferHeight);
}

}  // namespace

void queueMatrix(ImDrawList* list, MatrixRenderer& renderer, MatrixDraw what) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 density = io.DisplayFramebufferScale;
    const ImVec2 low = list->GetClipRectMin();
    const ImVec2 high = list->GetClipRectMax();
    what.clipX = low.x * density.x;
    what.clipY = low.y * density.y;
    what.clipWidth = (high.x - low.x) * density.x;
    what.clipHeight = (high.y - low.y) * density.y;
    what.pixelRatio = density.x;
    Queued queued{&renderer, what, static_cast<int>(io.DisplaySize.x * density.x + 0.5F),
                  static_cast<int>(io.DisplaySize.y * density.y + 0.5F)};
    list->AddCallback(drawQueued, &queued, sizeof queued);
}

}  // namespace hw
