// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model/kernel/linear_parts.h"
#include "model/kernel/tiles.h"
#include "model/weights/four.h"

namespace hw::model {

const float* panelOf(const Weight& w, int row, int rows, int first, int count, float* unpacked,
                     float* panel) {
    const int padded = roundUp(count, 4);
    if (rows == quadRows && count == padded)
        if (const float* own = w.quad(row, first)) return own;
    for (int r = 0; r < quadRows; ++r) {
        float* place = panel + 4 * r;
        if (r < rows && w.unpackApart(row + r, first, count, place, 4 * quadRows)) continue;
        if (r < rows) {
            w.unpackStored(row + r, first, count, unpacked);
            std::fill(unpacked + count, unpacked + padded, 0.0F);
            for (int k = 0; k < padded; k += 4) store(place + 4 * k, load(unpacked + k));
        } else {
            for (int k = 0; k < padded; k += 4) store(place + 4 * k, Four{});
        }
    }
    return panel;
}

}  // namespace hw::model
