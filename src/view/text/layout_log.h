// SPDX-License-Identifier: MIT
// What stands where on the canvas, for whoever asks: tests that nothing lies on anything else, and programs that
// point at a part of the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace hw {

struct LaidOut {
    enum class Kind {
        text,    ///< one line
        target,  ///< takes the pointer
        figure,  ///< cells, bars, ribbons, a picture
        cover    ///< a menu or sheet: what was drawn before it on the same place is not seen
    };
    Kind kind;
    std::string name;
    ImVec2 min, max;  ///< CSS pixels, cut to what is seen
};

/// Where to write, or null: nobody asks, which costs nothing.
std::vector<LaidOut>*& layoutLog();

/// Notes what is drawn into `list`; nothing of what is clipped away.
void noteLaidOut(LaidOut::Kind kind, std::string_view name, const ImDrawList& list, ImVec2 min,
                 ImVec2 max);

}  // namespace hw
