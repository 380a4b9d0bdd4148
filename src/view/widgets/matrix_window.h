// SPDX-License-Identifier: MIT
// Which part of a matrix is seen, as shares of the whole, so that matrices of one example can share
// it. Knows nothing of drawing.
#pragma once

namespace hw {

struct MatrixWindow {
    double zoom = 1;  ///< 1: all of it; 4: a quarter of either side
    double x = 0;     ///< left and top edge, shares of the matrix, 0 .. 1 - 1 / zoom
    double y = 0;

    bool isWhole() const { return zoom <= 1; }
    double span() const { return 1 / zoom; }
};

/// Enlarges by `factor` (< 1 makes smaller) so that the point at (atX, atY), shares of what is seen,
/// stays where it is as long as the edges let it. zoom ends within 1 .. `mostZoom`.
MatrixWindow zoomed(const MatrixWindow& window, double factor, double atX, double atY,
                    double mostZoom);

/// Moves by shares of what is seen, not beyond the edges.
MatrixWindow moved(const MatrixWindow& window, double byX, double byY);

/// The largest zoom that makes sense: about three cells of the longer side are seen.
double mostZoom(int rows, int cols);

/// One axis of what is drawn: cells to pixels and back. Sizes in CSS pixels.
struct MatrixAxis {
    float start = 0;     ///< pixel of the visible part's edge
    float length = 1;    ///< pixels
    int count = 1;       ///< cells of the whole matrix
    double first = 0;    ///< cell at the edge, with fraction
    double visible = 1;  ///< cells seen

    double cell() const { return length / visible; }
    /// Pixel of a cell's leading edge.
    float place(double index) const { return start + static_cast<float>((index - first) * cell()); }
    float middle(int index) const { return place(index + 0.5); }
    /// The cell at a pixel, clamped to 0 .. count - 1.
    int at(float pixel) const;
    /// Cells that are seen at least in part: [firstSeen, endSeen).
    int firstSeen() const;
    int endSeen() const;
};
MatrixAxis matrixAxis(float start, float length, int count, double windowStart, double zoom);

/// Every how many cells a label may stand so that labels keep `pitch` pixels between their middles:
/// 1, 2, 5, 10, 20, 50, ... `cell`, `pitch` > 0.
int labelStep(double cell, double pitch);

}  // namespace hw
