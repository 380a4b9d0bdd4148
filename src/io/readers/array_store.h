// SPDX-License-Identifier: MIT
// The numbers of one array of a binary file, as they come in.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Keeps the values as float32 or, for attention and if the user chose so, in 16 bits or averaged over heads as soon
/// as a layer's heads are complete. Heads are the third axis from the end, where there is one before it;
/// [x][N][N] are heads if the name carries a layer's number, else layers.
class ArrayStore {
public:
    ArrayStore() = default;
    ArrayStore(std::string_view name, const Shape& shape, const OpenOptions& options);

    /// Peak memory, in bytes.
    std::uint64_t bytesNeeded() const;
    /// Allocates it.
    void reserve();
    void add(float value);
    /// `count` float32 values in native byte order.
    void addFloats(const char* bytes, std::size_t count);
    std::uint64_t count() const { return count_; }
    std::vector<float>& floats() { return floats_; }
    /// Moves everything into the tree.
    NodeId moveTo(Tree& tree, NodeId parent, std::string_view key);

private:
    template <class T>
    void put(std::vector<T>& values, T value);

    Shape shape_;                 ///< as it is kept
    std::size_t heads_ = 1;       ///< to be averaged; 1: none
    std::size_t group_ = 0;       ///< values of a layer's heads
    std::size_t groupStart_ = 0;  ///< where the present group begins
    bool half_ = false;
    std::uint64_t count_ = 0;  ///< values that came
    std::vector<float> floats_;
    std::vector<std::uint16_t> halves_;
};

}  // namespace hw::io
