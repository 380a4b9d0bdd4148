// SPDX-License-Identifier: MIT
// A stack of matrices that must exist.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <utility>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/problem.h"

namespace hw::test {

inline std::vector<Matrix> must(Result<std::vector<Matrix>> result) {
    REQUIRE(result.has_value());
    return std::move(*result);
}

}  // namespace hw::test
