// SPDX-License-Identifier: MIT
// Bytes that can be read from any place: a file on disk, a File of the browser, memory. Weights are read tensor by
// tensor, so that a model larger than memory can be looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"

namespace hw::model {

class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    /// Fills `into` with the bytes from `offset` on: all of them, or an error. Whoever calls stays within size().
    virtual Result<void> read(std::uint64_t offset, std::span<std::byte> into) = 0;
};

/// Bytes of one's own, of which there may be too many for the machine's memory: that is an answer and not the end.
class Bytes {
public:
    Bytes() = default;
    /// Uninitialised room. Errors: tooLarge, with `name` as its place.
    static Result<Bytes> room(std::uint64_t size, const std::string& name);

    std::byte* data() { return bytes_.get(); }
    const std::byte* data() const { return bytes_.get(); }
    std::size_t size() const { return size_; }
    std::span<std::byte> span() { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_ = 0;
};

/// One file of a model: "config.json", "model-00001-of-00002.safetensors". A name may have folders in front.
struct Part {
    std::string name;
    std::shared_ptr<ByteSource> bytes;
    bool isChosen = false;  ///< the user chose this file of weights among several
};

/// Bytes that are in memory already.
std::shared_ptr<ByteSource> inMemory(std::vector<std::byte> bytes);

/// Errors: truncated where the range does not lie within the source.
Result<void> checkRange(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                        const std::string& name);

/// read() after a check that the range lies within the source. Errors: truncated, and the source's own.
Result<void> readRange(ByteSource& source, std::uint64_t offset, std::span<std::byte> into,
                       const std::string& name);

/// The part's name without folders: "onnx/config.json" is "config.json".
std::string_view baseName(std::string_view name);

}  // namespace hw::model
