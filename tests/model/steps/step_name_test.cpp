// SPDX-License-Identifier: MIT
#include "model/steps/step_name.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace hw::model {

TEST_CASE("the step of a checkpoint is read from its name") {
    CHECK(stepNamed("checkpoint-500") == 500);
    CHECK(stepNamed("step1000") == 1000);
    CHECK(stepNamed("step0") == 0);
    CHECK(stepNamed("global_step20") == 20);
    CHECK(stepNamed("iter_0000300") == 300);
    CHECK(stepNamed("Iteration=7") == 7);
    CHECK(stepNamed("stage1-step1000-tokens4B") == 1000);
    CHECK(stepNamed("epoch_3") == 3);
    CHECK(stepNamed("250") == 250);
    CHECK(stepNamed("checkpoint") == std::nullopt);
    CHECK(stepNamed("main") == std::nullopt);
    CHECK(stepNamed("1_Pooling") == std::nullopt);
    CHECK(stepNamed("steps-of-7") == std::nullopt);
    CHECK(stepNamed("step12345678901") == std::nullopt);
    CHECK(stepNamed("") == std::nullopt);
}

TEST_CASE("a list of steps stays short") {
    CHECK(stepList(std::vector{3}) == "3");
    CHECK(stepList(std::vector{0, 1, 2, 4, 8}) == "0, 1, 2, 4, 8");
    CHECK(stepList(std::vector{0, 1, 2, 4, 8, 16, 143000}) == "0, 1, 2, 4 ... 143000");
}

}  // namespace hw::model
