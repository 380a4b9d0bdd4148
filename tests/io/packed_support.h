// SPDX-License-Identifier: MIT
// Links of real analyses, made and opened again.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/matrix/matrix.h"
#include "io/link/pack.h"
#include "io/support.h"

namespace hw::test {

inline Document reference(const std::string& name) {
    auto document = open(readFile(HW_TEST_DATA "/references/" + name + ".json"));
    REQUIRE(document.has_value());
    return std::move(*document);
}

inline io::Packed packed(const Document& document, const io::PackOptions& options) {
    auto link = io::pack(document, options);
    REQUIRE(link.has_value());
    CHECK(link->characters == link->text.size());
    return std::move(*link);
}

inline Document opened(const io::Packed& link) {
    auto document = io::openPacked(link.text);
    REQUIRE(document.has_value());
    CHECK(document->form == "link");
    return std::move(*document);
}

inline double distance(const Matrix& a, const Matrix& b) {
    REQUIRE(a.size() == b.size());
    return static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

}  // namespace hw::test
