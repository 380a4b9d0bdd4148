// SPDX-License-Identifier: MIT
// The numbers of binary arrays, whatever their type, to float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/readers/array_store.h"

namespace hw::io {

/// How each number is written.
struct ElementType {
    enum class Coding : std::uint8_t { floating, bfloat, signedWhole, unsignedWhole };
    Coding coding = Coding::floating;
    std::size_t width =
        4;  ///< bytes: 1, 2, 4 or 8 of whole numbers, 2, 4 or 8 of floating, 2 of bfloat
    bool bigEndian = false;
};

/// A stream of numbers of one type, cut anywhere.
class ElementStream {
public:
    ElementStream() = default;
    explicit ElementStream(ElementType type) : type_(type) {}

    /// Adds to `store` each number that is complete, rounded to float32, until it holds `most`; what
    /// follows them is dropped. Cost: one pass.
    void push(std::string_view bytes, std::uint64_t most, ArrayStore& store);

private:
    void add(const char* bytes, std::size_t count, ArrayStore& store) const;

    ElementType type_;
    std::string pending_;  // bytes of a number that the next chunk completes
};

}  // namespace hw::io
