// SPDX-License-Identifier: MIT
// Parts of the figure of compare: columns side by side, in bands where the sheet is narrow.
#pragma once

#include <string>
#include <vector>

#include "figure/svg.h"
#include "panels/compare/model.h"
#include "render/colormap.h"

namespace hw::figure {

inline constexpr float columnHead = 34;  ///< the height of a column's name

/// Where the columns of a band stand: as many as have room side by side, the others below them; the difference last.
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

/// Names of a band's columns and what they are.
void drawColumnHeads(Svg& svg, const CompareModel& model, const ComparedBand& band, float top);

/// The columns as bars over their axes. Returns the height.
float drawComparedBars(Svg& svg, const CompareModel& model, float top);

/// The columns as matrices. Returns the height.
float drawComparedMatrices(Svg& svg, const CompareModel& model, Ramp ramp, float top);

}  // namespace hw::figure
