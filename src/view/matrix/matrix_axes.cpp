// SPDX-License-Identifier: MIT
#include "view/matrix/matrix_axes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "view/text/layout_log.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float size = type::label;
constexpr float rowPitch = 14;
constexpr float slantedPitch = 17;  // a line's height across 45 degrees
constexpr float sine = 0.70710678F;

bool isMarked(const LabelEmphasis& emphasis, int index) {
    return emphasis.marked != nullptr &&
           std::binary_search(emphasis.marked->begin(), emphasis.marked->end(), index);
}

constexpr float tick = 3;

/// Calls `visit(index, colour, font)` for the labels that fit: the one under the pointer, the marked ones, then every
/// few. Returns whether some were skipped.
template <class Visit>
bool chooseLabels(const Theme& theme, std::size_t labelCount, const MatrixAxis& axis, float pitch,
                  const LabelEmphasis& emphasis, Visit visit) {
    const int end = std::min(axis.endSeen(), static_cast<int>(labelCount));
    std::vector<float> taken;
    const auto offer = [&](int index, ImU32 colour, ImFont* font) {
        const float middle = axis.middle(index);
        // The label of a cell that the edge cuts in half may be outside.
        if (middle < axis.start || middle > axis.start + axis.length) return;
        for (const float other : taken) {
            if (std::abs(other - middle) < pitch - 0.5F) return;
        }
        taken.push_back(middle);
        visit(index, middle, colour, font);
    };
    const auto seen = [&](int index) { return index >= axis.firstSeen() && index < end; };
    if (seen(emphasis.pointed)) {
        const bool marked = isMarked(emphasis, emphasis.pointed);
        offer(emphasis.pointed, theme.ink, marked ? fonts().semibold : fonts().text);
    }
    if (emphasis.marked != nullptr) {
        for (const int index : *emphasis.marked) {
            if (seen(index)) offer(index, theme.ink, fonts().semibold);
        }
    }
    const int step = labelStep(axis.cell(), pitch);
    const int first = (axis.firstSeen() + step - 1) / step * step;
    for (int index = first; index < end; index += step) { offer(index, theme.muted, fonts().text); }
    return step > 1;
}

/// Text that rises at 45 degrees and ends at `end`. Does not log it, since the boxes of slanted lines overlap although
/// the lines do not.
void drawSlanted(const Pen& pen, ImFont* font, ImVec2 end, ImU32 colour, std::string_view text) {
    const int before = pen.list->VtxBuffer.Size;
    const ImVec2 extent = textSize(font, size, text);
    auto* log = std::exchange(layoutLog(), nullptr);
    drawText(pen.list, font, size, {end.x - extent.x, end.y - extent.y / 2}, colour, text);
    layoutLog() = log;
    for (int i = before; i < pen.list->VtxBuffer.Size; ++i) {
        ImVec2& at = pen.list->VtxBuffer[i].pos;
        const float x = at.x - end.x;
        const float y = at.y - end.y;
        at = {end.x + (x + y) * sine, end.y + (y - x) * sine};
    }
}

}  // namespace

float labelRoom(const std::vector<std::string>& labels, float most) {
    if (labels.empty()) return 0;
    // The longest and a sample are enough. Measuring all of a long text in every frame would be wasted time.
    const auto longest = std::ranges::max_element(labels, {}, &std::string::size);
    float widest = wordWidth(fonts().semibold, size, *longest);
    const std::size_t step = labels.size() / 48 + 1;
    for (std::size_t i = 0; i < labels.size() && widest < most; i += step) {
        widest = std::max(widest, wordWidth(fonts().semibold, size, labels[i]));
    }
    return std::ceil(std::min(widest, most));
}

void drawRowLabels(const Pen& pen, const std::vector<std::string>& labels, const MatrixAxis& rows,
                   const LabelEmphasis& emphasis, float right, float width) {
    std::vector<float> named;
    const bool thinned = chooseLabels(pen.theme, labels.size(), rows, rowPitch, emphasis,
                                      [&](int index, float middle, ImU32 colour, ImFont* font) {
                                          named.push_back(middle);
                                          const std::string& label = labels[index];
                                          textLine(pen, font, size, right, middle, colour,
                                                   elided(font, size, label, width), Align::right);
                                      });
    if (!thinned) return;
    for (const float at : named) hline(pen, right + 2, right + 2 + tick, at, pen.theme.ghost);
}

void drawColumnLabels(const Pen& pen, const std::vector<std::string>& labels,
                      const MatrixAxis& cols, const LabelEmphasis& emphasis, float top, float width,
                      bool level) {
    const float pitch = level ? width + 6 : slantedPitch;
    std::vector<float> named;
    const bool thinned = chooseLabels(
        pen.theme, labels.size(), cols, pitch, emphasis,
        [&](int index, float middle, ImU32 colour, ImFont* font) {
            named.push_back(middle);
            const std::string shown = elided(font, size, labels[index], width);
            if (level) {
                textLine(pen, font, size, middle, top + size / 2 + 1, colour, shown, Align::centre);
            } else {
                drawSlanted(pen, font, {middle + size * 0.3F, top + 2}, colour, shown);
            }
        });
    if (!level && !named.empty()) {
        const auto [first, last] = std::ranges::minmax(named);
        noteLaidOut(LayoutEntry::Kind::text, "slanted names", *pen.list, {first, top + 4},
                    {last, top + columnLabelHeight(width, level) - 4});
    }
    if (!thinned) return;
    for (const float at : named) vline(pen, at, top - 2 - tick + 1, top - 1, pen.theme.ghost);
}

float columnLabelHeight(float width, bool level) {
    if (width <= 0) return 0;
    return level ? size + 6 : std::ceil((width + size / 2) * sine) + 6;
}

void drawMatrixNotes(const Pen& pen, int layer, const MatrixAxis& rows, const MatrixAxis& cols,
                     const Rect& plot) {
    if (pen.notes == nullptr) return;
    if (layer < 0) layer = pen.notes->layer;
    const Rect seen{plot.x - 2, plot.y - 2, plot.w + 4, plot.h + 4};
    drawNoteMarks(pen, [&](const NoteMark& mark) {
        std::optional<ImVec2> at;
        if (const auto cell = cellOf(mark, layer)) {
            at = ImVec2{cols.place(cell->col + 1), rows.place(cell->row)};
        } else if (const auto key = inputOf(mark)) {
            at = ImVec2{cols.middle(*key), plot.y - 1};
        } else if (const auto query = outputOf(mark)) {
            at = ImVec2{plot.x - 1, rows.middle(*query)};
        }
        return at && seen.contains(*at) ? at : std::nullopt;
    });
}

}  // namespace hw
