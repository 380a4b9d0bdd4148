// SPDX-License-Identifier: MIT
#include "model/run/edits.h"

#include <algorithm>

namespace hw::model {

bool Edits::empty() const {
    return edges.empty() && cross.empty() && heads.empty() && values.empty() && residuals.empty() &&
           patches.empty() && noWords.empty() && wordScale == 1;
}

int Edits::firstLayer(int layers) const {
    if (!noWords.empty() || wordScale != 1) return 0;
    int first = layers;
    const auto least = [&](const auto& list) {
        for (const auto& item : list) first = std::min(first, item.layer);
    };
    least(edges);
    least(cross);
    least(heads);
    least(values);
    least(residuals);
    least(patches);
    return first;
}

}  // namespace hw::model
