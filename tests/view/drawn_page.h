// SPDX-License-Identifier: MIT
// The page drawn without a window: Dear ImGui lays it out at any size, with the widths of the page's own letters, and
// says where everything is. Pixels are never made.
#pragma once

#include <string>
#include <vector>

#include "page/shown_page.h"
#include "view/frame/page.h"
#include "view/text/layout_log.h"

namespace hw::test {

/// A file of so many tokens with scores, one head and two layers: each token attends to itself, to the one before and to
/// the first, each by another weight. Results are finite, and no two tokens have the same.
std::string fileOf(int tokens);
/// A file whose tokens are a [CLS] and the four patches of a picture.
std::string pictureFile();

/// One page at a time: it owns Dear ImGui's context.
class DrawnPage {
public:
    DrawnPage(ShownPage& page, ImVec2 size, Surroundings surroundings);
    ~DrawnPage();
    DrawnPage(const DrawnPage&) = delete;
    DrawnPage& operator=(const DrawnPage&) = delete;

    /// Draws the present state until nothing moves, twice at least, as scrolled parts are known after the first; and says what
    /// the last frame has.
    const std::vector<LaidOut>& parts();
    /// Turns the wheel over a point.
    void scroll(ImVec2 at, float notches);
    /// Moves to a point, presses, releases and moves away; the commands of the click, which are not carried out.
    Commands click(ImVec2 at);

private:
    Commands frame();

    ShownPage& page_;
    PageModel model_;
    UiState ui_;
    MatrixRenderer renderer_;
    std::vector<LaidOut> parts_;
};

/// What is seen: nothing that a cover which is drawn later hides.
std::vector<LaidOut> seenOf(const std::vector<LaidOut>& parts);
/// Texts that lie on other texts, on cells or on pictures, each as a sentence.
std::vector<std::string> collisionsOf(const std::vector<LaidOut>& parts);

}  // namespace hw::test
