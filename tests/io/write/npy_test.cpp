// SPDX-License-Identifier: MIT
// Headers of .npy files, by NumPy's own description of the format.
#include "io/write/npy.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace hw::test {

TEST_CASE("a .npy header is the smallest multiple of 64, or as long as it has to be") {
    const std::vector<std::uint64_t> sizes{2, 3};
    const std::string header = npyHeader("<f4", sizes);
    const std::string literal = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,3,), }";
    REQUIRE(header.size() == 128);
    CHECK(header.starts_with(std::string("\x93NUMPY\x01\x00\x76\x00", 10) + literal + ' '));
    CHECK(header.ends_with(" \n"));
    const std::string longer = npyHeader("<f4", sizes, 192);
    CHECK(longer.size() == 192);
    CHECK(longer.substr(8, 2) == std::string("\xB6\x00", 2));
    CHECK(longer.substr(10, literal.size()) == literal);
    // A scalar has no axes.
    CHECK(npyHeader("<i8", {}).contains("'shape': (), }"));
}

TEST_CASE("the newline of a .npy header may be the last byte of a block, and needs one") {
    // The literal without its axes has 55 letters, after 10 bytes.
    std::vector<std::uint64_t> sizes;
    for (std::size_t letters = 55; letters < 200; letters += 2, sizes.push_back(1)) {
        const std::string header = npyHeader("<f4", sizes);
        CHECK(header.size() % 64 == 0);
        CHECK(header.size() > letters + 10);
        CHECK(header.size() <= letters + 10 + 64);
        CHECK(header.back() == '\n');
    }
}

TEST_CASE("numbers of a .npy file are little-endian") {
    CHECK(bytesOf(std::uint32_t{0x01020304}) == std::string("\x04\x03\x02\x01"));
    CHECK(bytesOf(1.0F) == std::string("\x00\x00\x80\x3f", 4));
}

}  // namespace hw::test
