// SPDX-License-Identifier: MIT
#include "panels/matrix/view_marks.h"

#include <algorithm>

namespace hw {
namespace {

class Marks {
public:
    Marks(const Pen& pen, const MatrixModel& model, const Rect& plot, const MatrixAxis& rows,
          const MatrixAxis& cols)
        : pen_(pen), model_(model), plot_(plot), rows_(rows), cols_(cols) {}

    void draw() {
        pen_.list->PushClipRect({plot_.x - 6, plot_.y - 2}, {plot_.right() + 2, plot_.bottom() + 2},
                                true);
        const std::vector<int>& outputs = model_.outputs;
        for (std::size_t i = 0; i < outputs.size();) {
            std::size_t end = i + 1;
            while (end < outputs.size() && outputs[end] == outputs[end - 1] + 1) ++end;
            markRows(rows_.place(outputs[i]), rows_.place(outputs[end - 1] + 1));
            i = end;
        }
        drawCursor();
        pen_.list->PopClipRect();
    }

private:
    /// Outlines a row. Rows of a few pixels would be hidden by an outline and have a mark at their side instead.
    void markRows(float top, float bottom) {
        if (bottom - top >= 5) {
            outline(cols_.place(0), top, cols_.place(cols_.count), bottom, 1.5F,
                    pen_.theme.selection);
            return;
        }
        pen_.list->AddRectFilled({plot_.x - 5, top}, {plot_.x - 1, std::max(bottom, top + 2)},
                                 pen_.theme.selection);
    }

    void outline(float left, float top, float right, float bottom, float width, ImU32 colour) {
        // Outlines that continue outside the window are closed at its edge.
        left = std::max(left, plot_.x - 1);
        right = std::min(right, plot_.right() + 1);
        bottom = std::max(bottom, top + 3);
        right = std::max(right, left + 3);
        pen_.list->AddRect({left, top}, {right, bottom}, colour, 0, 0, width);
    }

    void drawCursor() {
        const int key = model_.hover.key;
        const int query = model_.hover.query;
        const bool hasKey = key >= 0 && key < cols_.count;
        const bool hasQuery = query >= 0 && query < rows_.count;
        if (hasKey && hasQuery) {
            const ImU32 thin = faded(pen_.theme.ink, 0.6F);
            const float x = cols_.middle(key);
            const float y = rows_.middle(query);
            hline(pen_, plot_.x, cols_.place(key), y, thin);
            vline(pen_, x, rows_.place(query + 1), plot_.bottom(), thin);
            outline(cols_.place(key), rows_.place(query), cols_.place(key + 1),
                    rows_.place(query + 1), 1.5F, pen_.theme.ink);
        } else if (hasKey) {
            outline(cols_.place(key), plot_.y, cols_.place(key + 1), plot_.bottom(), 1,
                    pen_.theme.ink);
        } else if (hasQuery) {
            outline(plot_.x, rows_.place(query), plot_.right(), rows_.place(query + 1), 1,
                    pen_.theme.ink);
        }
    }

    const Pen& pen_;
    const MatrixModel& model_;
    const Rect& plot_;
    const MatrixAxis& rows_;
    const MatrixAxis& cols_;
};

}  // namespace

void drawMatrixMarks(const Pen& pen, const MatrixModel& model, const Rect& plot,
                     const MatrixAxis& rows, const MatrixAxis& cols) {
    Marks(pen, model, plot, rows, cols).draw();
}

}  // namespace hw
