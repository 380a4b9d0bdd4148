// SPDX-License-Identifier: MIT
// Every panel of a file in every window. Has the table of sizes, and the checks of each page that is laid out.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <span>

#include "page/state/panel.h"
#include "view/drawn_page.h"
#include "view/shown_files.h"

namespace hw::test {

/// Phones held upright and sideways, frames of an article, a tablet, windows, a projector.
inline constexpr ImVec2 everyWindow[] = {{320, 568},   {844, 390},  {1024, 640}, {1280, 800},
                                         {1920, 1080}, {320, 480},  {390, 844},  {640, 400},
                                         {960, 400},   {1280, 620}, {768, 1024}};
/// Some pages are large, so five windows are enough for them.
inline constexpr std::span<const ImVec2> fiveWindows{everyWindow, 5};

inline ImVec2 middleOf(const LayoutEntry& part) {
    return {(part.min.x + part.max.x) / 2, (part.min.y + part.max.y) / 2};
}

/// Graph traces no flow, so there it uses rollout.
inline void lookAt(ShownPage& page, Panel panel) {
    page.set("panel=" + std::string(nameOf(panel)));
    if (panel == Panel::graph && page.state.view.method == Method::flow) page.set("method=rollout");
}

/// Calls `look(drawn, panel, window)` for every panel of the document, in each window.
template <class Look>
void inEveryPanel(const Shown& shown, std::span<const ImVec2> windows, Surroundings around,
                  Look look) {
    ShownPage page(shown.file, shown.fields);
    const std::vector<Panel> panels = panelsOf(shown, page);
    REQUIRE(!panels.empty());
    for (const Panel panel : panels) {
        lookAt(page, panel);
        REQUIRE(page.state.view.panel == panel);
        for (const ImVec2 window : windows) {
            INFO(shown.name << ", " << nameOf(panel) << ", " << window.x << " x " << window.y
                            << (around.dark ? ", dark" : ", light"));
            DrawnPage drawn(page, window, around);
            if (shown.then != nullptr) shown.then(page);
            look(drawn, panel, window);
        }
    }
}

}  // namespace hw::test
