// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

/// Reads a binary header from front to back, some kilobytes at a time. After an error all reads return nothing, so
/// check problem() only at the end of each part.
class HeaderBytes {
public:
    HeaderBytes(ByteSource& source, std::string name) : source_(source), name_(std::move(name)) {}

    std::uint64_t position() const { return base_ + at_; }
    /// To the end of the file.
    std::uint64_t left() const { return source_.size() - position(); }
    bool failed() const { return failed_; }
    const Problem& problem() const { return problem_; }

    /// A little-endian number of this type; 0 after an error.
    template <class Number>
    Number number() {
        Number value{};
        take(&value, sizeof value);
        return value;
    }
    /// This many bytes; empty after an error.
    std::string exactly(std::uint64_t length);
    /// Reads a 64-bit length and that many bytes. Errors: a length above `most`.
    std::string text(std::uint64_t most);
    /// Stores the first error, with the position.
    void fail(Code code, std::string finding, std::string remedy);
    /// fail() for a violation of the format.
    void damaged(std::string finding);

private:
    void take(void* to, std::size_t count);
    bool fill();

    ByteSource& source_;
    std::string name_;
    std::vector<std::byte> buffer_;
    std::uint64_t base_ = 0;  // position of the buffer's first byte
    std::size_t at_ = 0;
    bool failed_ = false;
    Problem problem_;
};

}  // namespace hw::model
