// SPDX-License-Identifier: MIT
// The canvas as a window with a WebGL2 context and Dear ImGui.
#pragma once

#include "view/widgets/changed_tiles.h"

namespace hw {

/// Size of the canvas in CSS pixels and in framebuffer pixels.
struct CanvasSize {
    int framebufferWidth = 1, framebufferHeight = 1;
    float density = 1;  ///< framebuffer pixels per CSS pixel
    bool operator==(const CanvasSize&) const = default;
};

class Window {
public:
    /// Creates Dear ImGui and the context. False if the browser gives no WebGL2.
    bool create();
    /// May be called before create(), so that the first frame has the right size.
    void resize(const CanvasSize& size);
    const CanvasSize& size() const { return size_; }

    /// Begins Dear ImGui's frame. `seconds` is the animation time since the previous frame, `rested` is additional time
    /// without frames. Views draw between beginFrame and endFrame.
    void beginFrame(float seconds, double rested, unsigned groundArgb);
    /// True if input came faster than frames, so that the rest is left for the next frame.
    bool hasInputLeft() const;
    /// Draws the changes since the previous frame, which the framebuffer still contains.
    void endFrame();

    /// The context is lost. Nothing may be drawn until `contextRestored`.
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
    bool transparent_ = false;  ///< the embedding page's background shows through
    int cursor_ = -1;
};

}  // namespace hw
