// SPDX-License-Identifier: MIT
// Bytes with random access: a file on disk, a File of the browser, memory. Weights are read one tensor at a time, so
// that models larger than memory can be examined.
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
    /// Fills `into` with the bytes from `offset` on, or returns an error. The caller checks size().
    virtual Result<void> read(std::uint64_t offset, std::span<std::byte> into) = 0;
};

/// Owned bytes. If they do not fit in memory, the result is an error, not a crash.
class Bytes {
public:
    Bytes() = default;
    /// Uninitialised memory. Errors: tooLarge, with `name` as its place.
    static Result<Bytes> room(std::uint64_t size, const std::string& name);

    std::byte* data() { return bytes_.get(); }
    const std::byte* data() const { return bytes_.get(); }
    std::size_t size() const { return size_; }
    std::span<std::byte> span() { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_ = 0;
};

/// One file of a model: "config.json", "model-00001-of-00002.safetensors". The name may include folders.
struct Part {
    std::string name;
    std::shared_ptr<ByteSource> bytes;
    bool isChosen = false;  ///< the user chose this file of weights among several
};

/// Bytes that are already in memory.
std::shared_ptr<ByteSource> inMemory(std::vector<std::byte> bytes);

/// Errors: truncated if the range is not within the source.
Result<void> checkRange(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                        const std::string& name);

/// read() after a check that the range is within the source. Errors: truncated, and the source's own.
Result<void> readRange(ByteSource& source, std::uint64_t offset, std::span<std::byte> into,
                       const std::string& name);

/// The part's name without folders: "onnx/config.json" is "config.json".
std::string_view baseName(std::string_view name);

}  // namespace hw::model
