// SPDX-License-Identifier: MIT
#include "view/matrix/cell_grid.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <limits>

using namespace hw;

TEST_CASE("a cell is found where it is drawn, and the nearest one outside", "[view]") {
    for (const int rows : {1, 3, 7, 512}) {
        for (const int cols : {1, 4, 11}) {
            INFO(rows << " by " << cols);
            const CellGrid grid{{20.5F, 40, 333, 217}, rows, cols};
            for (int r = 0; r < rows; ++r) {
                for (int c = 0; c < cols; ++c) {
                    const Rect cell = grid.cell(r, c);
                    REQUIRE(grid.rowAt(cell.y + cell.h / 2) == r);
                    REQUIRE(grid.columnAt(cell.x + cell.w / 2) == c);
                }
            }
            CHECK(grid.rowAt(-1000) == 0);
            CHECK(grid.rowAt(1e6F) == rows - 1);
            CHECK(grid.columnAt(-1000) == 0);
            CHECK(grid.columnAt(1e6F) == cols - 1);
            // Together the cells cover the area.
            CHECK(grid.row(0).y == grid.area.y);
            CHECK(grid.row(rows - 1).bottom() == Catch::Approx(grid.area.bottom()));
            CHECK(grid.column(cols - 1).right() == Catch::Approx(grid.area.right()));
            CHECK(grid.row(rows - 1).w == grid.area.w);
            CHECK(grid.column(0).h == grid.area.h);
        }
    }
}

TEST_CASE("a value is written with all digits that a float holds", "[view]") {
    CHECK(exactText(0.1778943F) == "0.1778943");
    CHECK(exactText(0) == "0");
    CHECK(exactText(std::numeric_limits<float>::quiet_NaN()) == "no value");
}
