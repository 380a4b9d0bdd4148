// SPDX-License-Identifier: MIT
// The numbers of binary arrays of any type, converted to float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/matrix/float8.h"
#include "io/readers/array_store.h"

namespace hw::io {

/// How each number is encoded.
struct ElementType {
    enum class Coding : std::uint8_t { floating, bfloat, float8, signedWhole, unsignedWhole };
    Coding coding = Coding::floating;
    std::size_t width =
        4;  ///< bytes, 1, 2, 4 or 8 for integers, 2, 4 or 8 for floats, 2 for bfloat16, 1 for float8
    bool bigEndian = false;
    const Float8* format = nullptr;  ///< of float8
};

/// A stream of numbers of one type, cut anywhere.
class ElementStream {
public:
    ElementStream() = default;
    explicit ElementStream(ElementType type) : type_(type) {}

    /// Adds each complete number, rounded to float32, to `store` until it has `most` numbers, and drops the rest. Cost:
    /// one pass.
    void push(std::string_view bytes, std::uint64_t most, ArrayStore& store);

private:
    void add(const char* bytes, std::size_t count, ArrayStore& store) const;

    ElementType type_;
    std::string pending_;  // bytes of a number that the next chunk completes
};

}  // namespace hw::io
