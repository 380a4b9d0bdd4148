// SPDX-License-Identifier: MIT
#include "view/widgets/matrix_window.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace hw;
using Catch::Approx;

TEST_CASE("Zooming keeps the point under the pointer where it is") {
    MatrixWindow window;
    window = zoomed(window, 2, 0.25, 0.75, 100);
    CHECK(window.zoom == Approx(2));
    CHECK(window.x + 0.25 * window.span() == Approx(0.25));
    CHECK(window.y + 0.75 * window.span() == Approx(0.75));

    const double pointX = window.x + 0.4 * window.span();
    window = zoomed(window, 3, 0.4, 0.4, 100);
    CHECK(window.x + 0.4 * window.span() == Approx(pointX));
}

TEST_CASE("Zooming out ends with the whole matrix, exactly") {
    MatrixWindow window = zoomed({}, 1.2, 0.9, 0.1, 100);
    CHECK_FALSE(window.isWhole());
    window = zoomed(window, 1 / 1.2, 0.1, 0.9, 100);
    CHECK(window.isWhole());
    CHECK(window.zoom == 1);
    CHECK(window.x == 0);
    CHECK(window.y == 0);
    CHECK(zoomed({}, 0.1, 0.5, 0.5, 100).zoom == 1);
}

TEST_CASE("Zooming stops at about three cells, and does nothing to a tiny matrix") {
    CHECK(zoomed({}, 1000, 0.5, 0.5, mostZoom(300, 60)).zoom == Approx(100));
    CHECK(zoomed({}, 1000, 0.5, 0.5, mostZoom(1, 1)).isWhole());
}

TEST_CASE("Panning moves by what is seen and stays inside the matrix") {
    MatrixWindow window = zoomed({}, 4, 0.5, 0.5, 100);
    const MatrixWindow right = moved(window, 0.5, 0);
    CHECK(right.x == Approx(window.x + 0.125));
    CHECK(right.y == Approx(window.y));
    CHECK(moved(window, 100, 100).x == Approx(0.75));
    CHECK(moved(window, 100, 100).y == Approx(0.75));
    CHECK(moved(window, -100, -100).x == 0);
    CHECK(moved({}, 1, 1).x == 0);
}

TEST_CASE("Cells go to pixels and back") {
    const MatrixAxis axis = matrixAxis(100, 200, 40, 0.25, 4);  // cells 10 .. 20 on 200 pixels
    CHECK(axis.cell() == Approx(20));
    CHECK(axis.place(10) == Approx(100));
    CHECK(axis.middle(10) == Approx(110));
    CHECK(axis.place(20) == Approx(300));
    CHECK(axis.at(101) == 10);
    CHECK(axis.at(299) == 19);
    CHECK(axis.firstSeen() == 10);
    CHECK(axis.endSeen() == 20);
    for (int cell = 10; cell < 20; ++cell) CHECK(axis.at(axis.middle(cell)) == cell);
}

TEST_CASE("A pointer outside the plot means the nearest cell") {
    const MatrixAxis axis = matrixAxis(0, 110, 11, 0, 1);
    CHECK(axis.at(-50) == 0);
    CHECK(axis.at(1000) == 10);
}

TEST_CASE("Cells that are seen in part count as seen") {
    const MatrixAxis axis = matrixAxis(0, 100, 10, 0.05, 2);  // from 0.5 to 5.5
    CHECK(axis.firstSeen() == 0);
    CHECK(axis.endSeen() == 6);
}

TEST_CASE("Labels stand at every 1, 2, 5, 10, ... cells so that they keep their distance") {
    CHECK(labelStep(20, 14) == 1);
    CHECK(labelStep(14, 14) == 1);
    CHECK(labelStep(13.9, 14) == 2);
    CHECK(labelStep(3, 14) == 5);
    CHECK(labelStep(2, 14) == 10);
    CHECK(labelStep(0.6, 14) == 50);
    CHECK(labelStep(0.001, 14) == 20000);
}
