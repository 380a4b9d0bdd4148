// SPDX-License-Identifier: MIT
#include "model/network/buckets.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hw::model {

int bucketOf(int distance, const Spec& spec) {
    const bool isCausal = spec.isCausal();
    const int count = isCausal ? spec.bucketCount : spec.bucketCount / 2;
    const int base = !isCausal && distance > 0 ? count : 0;
    const int far = isCausal ? std::max(0, -distance) : std::abs(distance);
    const int exact = count / 2;
    if (far < exact) return base + far;
    const double share = std::log(static_cast<double>(far) / exact) /
                         std::log(static_cast<double>(spec.bucketDistance) / exact);
    return base + std::min(count - 1, exact + static_cast<int>(share * (count - exact)));
}

int distanceRow(int distance, const DistanceSpec& spec) {
    int row = distance;
    const int middle = spec.buckets / 2;
    const int far = std::abs(distance);
    if (spec.buckets > 0 && far > middle) {
        // In float32, as in the library, because its rounding decides if the quotient is a whole number.
        const float share = std::log(static_cast<float>(far) / static_cast<float>(middle)) /
                            std::log(static_cast<float>((spec.farthest - 1.0) / middle));
        const int shared =
            static_cast<int>(std::ceil(share * static_cast<float>(middle - 1))) + middle;
        row = distance < 0 ? -shared : shared;
    }
    return std::clamp(row + spec.span, 0, 2 * spec.span - 1);
}

int gridRowOf(int query, int key, const PictureSpec& picture) {
    const int rows = picture.rows();
    const int columns = picture.columns();
    const int last = picture.gridRows() - 1;
    if (query == 0 || key == 0) return query == key ? last : query == 0 ? last - 2 : last - 1;
    const int down = (query - 1) / columns - (key - 1) / columns + rows - 1;
    const int across = (query - 1) % columns - (key - 1) % columns + columns - 1;
    return down * (2 * columns - 1) + across;
}

}  // namespace hw::model
