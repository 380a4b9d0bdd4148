// SPDX-License-Identifier: MIT
// The canvas as a window with a WebGL2 context, and Dear ImGui on it.
#pragma once

#include "view/widgets/changed_tiles.h"

namespace hw {

/// CSS pixels and framebuffer pixels of the canvas.
struct CanvasSize {
    int framebufferWidth = 1, framebufferHeight = 1;
    float density = 1;  ///< framebuffer pixels in a CSS pixel
    bool operator==(const CanvasSize&) const = default;
};

class Window {
public:
    /// Creates Dear ImGui and the context. False if the browser gives no WebGL2.
    bool create();
    /// Also before create(), so that the first frame has the right size.
    void resize(const CanvasSize& size);
    const CanvasSize& size() const { return size_; }

    /// Begins Dear ImGui's frame. `seconds`: time for animations since the previous frame; `rested`: further seconds in which
    /// no frame was drawn. Between the two calls the views draw.
    void beginFrame(float seconds, double rested, unsigned groundArgb);
    /// Input came faster than frames: what is left of it is for the next one.
    bool hasInputLeft() const;
    /// Draws what differs from the frame before, over a framebuffer that still holds it.
    void endFrame();

    /// The context is gone; nothing may be drawn until `contextRestored`.
    void contextLost() {
        lost_ = true;
        changed_.forget();
    }
    void contextRestored();
    bool usable() const { return !lost_; }

private:
    bool createContext();
    void drawChanges(ImDrawData& data);

    CanvasSize size_;
    ChangedTiles changed_;
    unsigned ground_ = 0;
    bool lost_ = false;
    int cursor_ = -1;
};

}  // namespace hw
