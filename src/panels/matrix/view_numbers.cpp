// SPDX-License-Identifier: MIT
#include "panels/matrix/view_numbers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "page/models/number_phrases.h"

namespace hw {
namespace {

/// Space on either side of a number, and above and below it, in pixels.
constexpr float sideRoom = 3;
constexpr float lineRoom = 2;

struct CellNumber {
    int row = 0;
    int col = 0;
    std::string text;
};

}  // namespace

void drawCellNumbers(const Pen& pen, MatrixView values, const CellColours& colours,
                     const Rect& plot, const MatrixAxis& rows, const MatrixAxis& cols) {
    ImFont* face = fonts().mono;
    const auto width = static_cast<float>(cols.cell()) - 2 * sideRoom;
    // Comes first, since a large matrix has many cells of a few pixels.
    if (width < digitsWidth(type::number, 1) ||
        static_cast<float>(rows.cell()) < type::number + 2 * lineRoom) {
        return;
    }
    std::vector<CellNumber> written;
    double largest = 0;
    for (int row = rows.firstSeen(); row < rows.endSeen(); ++row) {
        for (int col = cols.firstSeen(); col < cols.endSeen(); ++col) {
            const double value = std::abs(values(row, col));
            if (!std::isnan(value)) largest = std::max(largest, value);
        }
    }
    const int decimals = decimalsFor(largest);
    for (int row = rows.firstSeen(); row < rows.endSeen(); ++row) {
        for (int col = cols.firstSeen(); col < cols.endSeen(); ++col) {
            const float value = values(row, col);
            if (std::isnan(value)) continue;
            written.push_back({row, col, signedNumber(value, decimals)});
            if (wordWidth(face, type::number, written.back().text) > width) return;
        }
    }
    pen.list->PushClipRect(plot.min(), plot.max(), true);
    for (const CellNumber& one : written) {
        const float at = rampPosition(colours.ramp, values(one.row, one.col), colours.scale, 1);
        const ImU32 ground = rampColour(colours.ramp, at, pen.theme.dark, pen.theme.groundArgb);
        textLine(pen, face, type::number, cols.middle(one.col), rows.middle(one.row),
                 inkOn(ground, pen.theme), one.text, Align::centre);
    }
    pen.list->PopClipRect();
}

}  // namespace hw
