// SPDX-License-Identifier: MIT
// Logs where things are on the canvas, for tests that nothing overlaps, and for programs that point at a part of the
// page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace hw {

struct LayoutEntry {
    enum class Kind {
        text,    ///< one line
        target,  ///< reacts to the pointer
        figure,  ///< cells, bars, ribbons, a picture
        cover    ///< a menu or sheet, which hides earlier drawings in the same place
    };
    Kind kind;
    std::string name;
    ImVec2 min, max;   ///< CSS pixels, clipped to what is visible
    float hidden = 0;  ///< clipped width at the left and right
};

/// Where to write, or null to write nothing, which costs nothing.
std::vector<LayoutEntry>*& layoutLog();

/// Records a drawing in `list`, except clipped parts.
void noteLaidOut(LayoutEntry::Kind kind, std::string_view name, const ImDrawList& list, ImVec2 min,
                 ImVec2 max);

}  // namespace hw
