// SPDX-License-Identifier: MIT
// The visible part of a matrix, as shares of the whole, so that matrices of one example can share
// it. Independent of drawing.
#pragma once

namespace hw {

struct MatrixWindow {
    double zoom = 1;  ///< 1 shows everything, 4 a quarter of each side
    double x = 0;     ///< left and top edge, shares of the matrix, 0 .. 1 - 1 / zoom
    double y = 0;

    bool isWhole() const { return zoom <= 1; }
    double span() const { return 1 / zoom; }
};

/// Zooms by `factor` (< 1 zooms out) about the point (atX, atY), in shares of the visible part, which stays in place as
/// far as the edges allow. The result is within 1 .. `mostZoom`.
MatrixWindow zoomed(const MatrixWindow& window, double factor, double atX, double atY,
                    double mostZoom);

/// Pans by shares of the visible part, not beyond the edges.
MatrixWindow moved(const MatrixWindow& window, double byX, double byY);

/// The max useful zoom, at which about three cells of the longer side are visible.
double mostZoom(int rows, int cols);

/// One axis of a drawn matrix, from cells to pixels and back. Sizes in CSS pixels.
struct MatrixAxis {
    float start = 0;     ///< pixel of the visible part's leading edge
    float length = 1;    ///< pixels
    int count = 1;       ///< number of cells in the whole matrix
    double first = 0;    ///< cell at the leading edge, fractional
    double visible = 1;  ///< number of visible cells

    double cell() const { return length / visible; }
    /// Pixel of a cell's leading edge.
    float place(double index) const { return start + static_cast<float>((index - first) * cell()); }
    float middle(int index) const { return place(index + 0.5); }
    /// The cell at a pixel, clamped to 0 .. count - 1.
    int at(float pixel) const;
    /// Cells that are at least partly visible: [firstSeen, endSeen).
    int firstSeen() const;
    int endSeen() const;
};
MatrixAxis matrixAxis(float start, float length, int count, double windowStart, double zoom);

/// The step between labelled cells with which labels are at least `pitch` pixels apart. One of
/// 1, 2, 5, 10, 20, 50, ... `cell`, `pitch` > 0.
int labelStep(double cell, double pitch);

}  // namespace hw
