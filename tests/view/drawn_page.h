// SPDX-License-Identifier: MIT
// The page drawn without a window. Dear ImGui lays it out at any size, with the widths of the page's own letters, and
// reports where everything is. Pixels are never made.
#pragma once

#include <string>
#include <vector>

#include "frame/page.h"
#include "page/shown_page.h"
#include "view/text/layout_log.h"

namespace hw::test {

/// One page at a time, because it owns Dear ImGui's context.
class DrawnPage {
public:
    DrawnPage(ShownPage& page, ImVec2 size, Surroundings surroundings);
    ~DrawnPage();
    DrawnPage(const DrawnPage&) = delete;
    DrawnPage& operator=(const DrawnPage&) = delete;

    /// Draws the present state until nothing moves, at least twice, as scrolled parts are known after the first.
    /// Returns the parts of the last frame.
    const std::vector<LayoutEntry>& parts();
    /// The places that the last frame keeps for the host's own drawing.
    const std::vector<Reserved>& reserved() const { return ui_.reserved; }
    /// Turns the wheel over a point by `down` CSS pixels.
    void scroll(ImVec2 at, float down);
    /// Continues drawing for this time.
    void wait(float seconds);
    /// Moves to a point, presses, releases and moves away. Returns the commands of the click, which are not carried
    /// out.
    Commands click(ImVec2 at);

private:
    Commands frame();

    ShownPage& page_;
    PageModel model_;
    UiState ui_;
    MatrixRenderer renderer_;
    std::vector<LayoutEntry> parts_;
};

/// The visible parts, without those that a later cover hides.
std::vector<LayoutEntry> seenOf(const std::vector<LayoutEntry>& parts);
/// Texts that overlap other texts, cells or pictures, each as a sentence.
std::vector<std::string> collisionsOf(const std::vector<LayoutEntry>& parts);
/// Texts with one side cut off, each as a sentence.
std::vector<std::string> cutOf(const std::vector<LayoutEntry>& parts, ImVec2 window);

}  // namespace hw::test
