// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <cstdint>

#include "core/amount.h"

using hw::Amount;

TEST_CASE("sums and products of sizes stay at their largest value instead of wrapping") {
    constexpr std::uint64_t half = std::uint64_t{1} << 32;
    static_assert((Amount(half) * half).value() == Amount::most);
    static_assert((Amount(half - 1) * half).value() == (half - 1) * half);
    CHECK((Amount(257) * 16'711'936).value() == 257ULL * 16'711'936);
    CHECK((Amount(Amount::most) + 1).value() == Amount::most);
    CHECK((Amount(half) * half * 0).value() == 0);
    CHECK((Amount(1 << 20) * (1 << 20) * (1 << 24)).value() == Amount::most);
    CHECK(Amount(-1).value() == Amount::most);
    CHECK((Amount(3) * 4 + 5).value() == 17);
    CHECK(Amount(2) < Amount(3));
}
