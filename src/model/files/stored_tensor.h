// SPDX-License-Identifier: MIT
// The type, shape and place of a tensor in a file. Safetensors and GGUF share one table of types.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw::model {

/// The types that can be read as numbers. `other` is a type with a known name that is not read as weights.
enum class TensorType : std::uint8_t {
    f32,
    f16,
    bf16,
    q8_0,
    q4_0,
    q4_1,
    q5_0,
    q5_1,
    q2_k,
    q3_k,
    q4_k,
    q5_k,
    q6_k,
    i8,
    f64,
    other
};

/// A type's blocks along a row, each `elements` in `bytes`.
struct Blocks {
    int elements = 1;
    int bytes = 4;
};
Blocks blocksOf(TensorType type);

/// "F32", "Q4_K"; "other".
std::string_view nameOf(TensorType type);

/// The checksum of a storage, which its tensors share. It is checked once, when the first of them is read.
struct StorageCheck {
    std::uint32_t crc = 0;
    bool isDone = false;
};

/// The place of a PyTorch tensor in its storage of numbers (torch/torch_file.h).
struct StoragePlace {
    std::uint64_t header = 0;  ///< the zip member's header, after which `offset` counts
    std::uint64_t size = 0;    ///< of the storage
    std::uint64_t end = 0;     ///< the member ends here or earlier; 0 if not in a zip
    std::uint64_t span = 0;    ///< bytes from the tensor's first number to its last
    std::uint64_t width = 0;   ///< bytes of a number
    std::vector<std::int64_t> strides = {};  ///< in numbers; empty if the rows are contiguous
    std::shared_ptr<StorageCheck> check = nullptr;  ///< null if the file has no checksum of it
};

struct StoredTensor {
    std::string name;
    TensorType type = TensorType::other;
    std::vector<std::int64_t> shape;  ///< in PyTorch's order, outermost first; GGUF's are reversed
    std::uint64_t offset = 0;         ///< in the part's file
    std::uint64_t bytes = 0;          ///< fits the shape, which the header's reader checked
    int part = 0;                     ///< index in ModelFiles::parts
    /// For a PyTorch file; null if `bytes` follow `offset`.
    std::shared_ptr<const StoragePlace> storage;
    std::string typeName;  ///< the file's name for it: "F8_E4M3", "I64", "IQ4_NL"

    /// Product of the shape; 1 for a scalar. The header's reader checked it for overflow.
    std::int64_t count() const;
};

/// The bytes of a row of `columns` elements; nullopt if they are no multiple of a block, or on overflow.
std::optional<std::uint64_t> rowBytes(TensorType type, std::int64_t columns);

/// The bytes of a tensor, whose rows are its innermost dimension; nullopt as above, or for a negative size.
std::optional<std::uint64_t> tensorBytes(TensorType type, const std::vector<std::int64_t>& shape);

/// "[768, 3072]", as PyTorch prints it.
std::string shapeText(const std::vector<std::int64_t>& shape);

}  // namespace hw::model
