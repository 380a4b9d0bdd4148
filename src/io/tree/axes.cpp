// SPDX-License-Identifier: MIT
#include "io/tree/axes.h"

#include <algorithm>

namespace hw {

std::optional<Axes> axesFrom(std::string_view text) {
    Axes axes;
    if (text.ends_with(',')) return std::nullopt;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        const int place = placeOf(choiceNames<AxisKind>(), word);
        if (place < 0 || axes.size() == 6) return std::nullopt;
        const auto axis = static_cast<AxisKind>(place);
        if (axis != AxisKind::inputs && std::ranges::find(axes, axis) != axes.end())
            return std::nullopt;
        axes.push_back(axis);
    }
    if (axes.empty()) return std::nullopt;
    return axes;
}

std::string axesText(const Axes& axes) {
    std::string text;
    for (const AxisKind axis : axes) text += (text.empty() ? "" : ",") + std::string(nameOf(axis));
    return text;
}

std::string axesShown(const Axes& axes) {
    std::string text;
    for (const AxisKind axis : axes) text += std::string(wordOf(axis).shown()) + ", ";
    return text + std::string("rows, columns"_tr);
}

bool averagesHeads(const OpenOptions& options) {
    const auto axes = axesFrom(options.axes);
    return options.averageHeads && (!axes || axes->back() == AxisKind::heads);
}

}  // namespace hw
