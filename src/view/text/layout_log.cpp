// SPDX-License-Identifier: MIT
#include "view/text/layout_log.h"

#include <algorithm>

namespace hw {

std::vector<LayoutEntry>*& layoutLog() {
    static std::vector<LayoutEntry>* log = nullptr;
    return log;
}

void noteLaidOut(LayoutEntry::Kind kind, std::string_view name, const ImDrawList& list, ImVec2 min,
                 ImVec2 max) {
    if (layoutLog() == nullptr) return;
    const ImVec2 low = list.GetClipRectMin();
    const ImVec2 high = list.GetClipRectMax();
    const float width = max.x - min.x;
    min = {std::max(min.x, low.x), std::max(min.y, low.y)};
    max = {std::min(max.x, high.x), std::min(max.y, high.y)};
    if (min.x >= max.x || min.y >= max.y) return;
    layoutLog()->push_back({kind, std::string(name), min, max, width - (max.x - min.x)});
}

}  // namespace hw
