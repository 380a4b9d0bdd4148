// SPDX-License-Identifier: MIT
// Collects the numbers of one array of a binary file as they arrive.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Stores values as float32 or, for attention and if the user chose so, in 16 bits or averaged over heads as soon as a
/// layer's heads are complete. Heads are the third axis from the end, if there is another one before it. [x][N][N] are
/// heads if the name has a layer number, else layers.
class ArrayStore {
public:
    ArrayStore() = default;
    ArrayStore(std::string_view name, const Shape& shape, const OpenOptions& options);

    /// Peak memory, in bytes.
    std::uint64_t bytesNeeded() const;
    /// Allocates that memory.
    void reserve();
    void add(float value);
    /// Adds `count` float32 values in native byte order.
    void addFloats(const char* bytes, std::size_t count);
    std::uint64_t count() const { return count_; }
    std::vector<float>& floats() { return floats_; }
    /// Moves the values into the tree, and counts infinities, which have become missing values, there.
    NodeId moveTo(Tree& tree, NodeId parent, std::string_view key);

private:
    float finite(float value);
    template <class T>
    void put(std::vector<T>& values, T value);

    Shape shape_;                 ///< the shape as stored
    std::size_t heads_ = 1;       ///< number of heads to average; 1 means no averaging
    std::size_t group_ = 0;       ///< number of values of a layer's heads
    std::size_t groupStart_ = 0;  ///< where the current group begins
    bool half_ = false;
    std::uint64_t count_ = 0;  ///< values received
    std::uint64_t infinities_ = 0;
    std::vector<float> floats_;
    std::vector<std::uint16_t> halves_;
};

}  // namespace hw::io
