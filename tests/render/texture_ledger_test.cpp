// SPDX-License-Identifier: MIT
#include "render/texture_ledger.h"

#include <catch2/catch_test_macros.hpp>

#include <vector>

using namespace hw;
using Identities = std::vector<std::uint32_t>;

TEST_CASE("A texture is found by its key once it has been added") {
    TextureLedger ledger(100);
    Identities evicted;
    CHECK(ledger.find(7) == 0);
    const std::uint32_t id = ledger.add(7, 40, evicted);
    CHECK(id != 0);
    CHECK(evicted.empty());
    CHECK(ledger.find(7) == id);
    CHECK(ledger.find(8) == 0);
    CHECK(ledger.bytes() == 40);
}

TEST_CASE("The least recently used textures go first when the budget is exceeded") {
    TextureLedger ledger(100);
    Identities evicted;
    const std::uint32_t first = ledger.add(1, 40, evicted);
    const std::uint32_t second = ledger.add(2, 40, evicted);
    ledger.touch(first);
    const std::uint32_t third = ledger.add(3, 40, evicted);
    CHECK(evicted == Identities{second});
    CHECK(ledger.find(1) == first);
    CHECK(ledger.find(2) == 0);
    CHECK(ledger.find(3) == third);
    CHECK(ledger.bytes() == 80);

    ledger.add(4, 90, evicted);
    CHECK(evicted == Identities{first, third});
    CHECK(ledger.bytes() == 90);
}

TEST_CASE("The newest texture stays even if it alone is beyond the budget") {
    TextureLedger ledger(100);
    Identities evicted;
    ledger.add(1, 60, evicted);
    const std::uint32_t large = ledger.add(2, 500, evicted);
    CHECK(evicted.size() == 1);
    CHECK(ledger.find(2) == large);
    CHECK(ledger.bytes() == 500);
}

TEST_CASE("Many small textures are limited in number") {
    TextureLedger ledger(1000, 3);
    Identities evicted;
    for (std::uint64_t key = 1; key <= 3; ++key) {
        ledger.add(key, 1, evicted);
        CHECK(evicted.empty());
    }
    ledger.add(4, 1, evicted);
    CHECK(evicted.size() == 1);
    CHECK(ledger.find(1) == 0);
    CHECK(ledger.find(2) != 0);
}

TEST_CASE("Identities outlive a lost context, pixels do not") {
    TextureLedger ledger(100);
    Identities evicted;
    const std::uint32_t first = ledger.add(1, 40, evicted);
    const std::uint32_t second = ledger.add(2, 40, evicted);
    ledger.loseAll();
    CHECK(ledger.find(1) == 0);
    CHECK(ledger.bytes() == 0);
    CHECK(ledger.add(2, 40, evicted) == second);
    CHECK(ledger.add(1, 40, evicted) == first);
    CHECK(evicted.empty());
    CHECK(ledger.bytes() == 80);
}

TEST_CASE("An identity is never given to another key") {
    TextureLedger ledger(10);
    Identities evicted;
    const std::uint32_t first = ledger.add(1, 10, evicted);
    const std::uint32_t second = ledger.add(2, 10, evicted);
    CHECK(evicted == Identities{first});
    const std::uint32_t again = ledger.add(1, 10, evicted);
    CHECK(again != first);
    CHECK(again != second);
}
