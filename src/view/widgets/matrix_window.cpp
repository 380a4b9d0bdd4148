// SPDX-License-Identifier: MIT
#include "view/widgets/matrix_window.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

MatrixWindow kept(MatrixWindow window) {
    const double room = 1 - window.span();
    window.x = std::clamp(window.x, 0.0, room);
    window.y = std::clamp(window.y, 0.0, room);
    return window;
}

}  // namespace

MatrixWindow zoomed(const MatrixWindow& window, double factor, double atX, double atY,
                    double mostZoom) {
    MatrixWindow next = window;
    next.zoom = std::clamp(window.zoom * factor, 1.0, std::max(mostZoom, 1.0));
    // Rounding must not leave a zoom of 1.0000001, which is invisible but counts as zoomed.
    if (next.zoom < 1.001) next.zoom = 1;
    next.x = window.x + atX * (window.span() - next.span());
    next.y = window.y + atY * (window.span() - next.span());
    return kept(next);
}

MatrixWindow moved(const MatrixWindow& window, double byX, double byY) {
    MatrixWindow next = window;
    next.x += byX * window.span();
    next.y += byY * window.span();
    return kept(next);
}

double mostZoom(int rows, int cols) { return std::max(1.0, std::max(rows, cols) / 3.0); }

int MatrixAxis::at(float pixel) const {
    const double index = std::floor(first + (pixel - start) / cell());
    return static_cast<int>(std::clamp(index, 0.0, static_cast<double>(count - 1)));
}

int MatrixAxis::firstSeen() const {
    return static_cast<int>(std::clamp(std::floor(first), 0.0, static_cast<double>(count)));
}

int MatrixAxis::endSeen() const {
    return static_cast<int>(
        std::clamp(std::ceil(first + visible), 0.0, static_cast<double>(count)));
}

MatrixAxis matrixAxis(float start, float length, int count, double windowStart, double zoom) {
    return {start, length, count, windowStart * count, count / zoom};
}

int labelStep(double cell, double pitch) {
    int decade = 1;
    while (true) {
        for (const int factor : {1, 2, 5}) {
            if (factor * decade * cell >= pitch) return factor * decade;
        }
        if (decade >= 100000000) return decade;
        decade *= 10;
    }
}

}  // namespace hw
