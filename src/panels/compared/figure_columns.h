// SPDX-License-Identifier: MIT
// Parts of the compare figure. Columns are side by side, in bands on a narrow sheet.
#pragma once

#include <string>
#include <vector>

#include "figure/svg.h"
#include "panels/compare/model.h"
#include "render/colormap.h"

namespace hw::figure {

inline constexpr float columnHead = 34;  ///< the height of a column's name

/// The columns of a band, as many as fit side by side. Others follow below, with the difference at the end.
struct ComparedBand {
    float left = 0;
    float width = 0;
    float gap = 0;          ///< between columns
    std::size_t first = 0;  ///< of this band
    std::size_t count = 0;
    float at(std::size_t index) const {
        return left + (width + gap) * static_cast<float>(index - first);
    }
    bool has(std::size_t index) const { return index >= first && index < first + count; }
};

std::vector<ComparedBand> bandsOf(const Svg& svg, const CompareModel& model, float left,
                                  float narrowest);

/// The names and details of a band's columns.
void drawColumnHeads(Svg& svg, const CompareModel& model, const ComparedBand& band, float top);

/// The columns as bars over their axes. Returns the height.
float drawComparedBars(Svg& svg, const CompareModel& model, float top);

/// The columns as matrices. Returns the height.
float drawComparedMatrices(Svg& svg, const CompareModel& model, Ramp ramp, float top);

}  // namespace hw::figure
