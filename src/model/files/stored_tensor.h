// SPDX-License-Identifier: MIT
// How a file keeps a tensor: type, shape and place. One table of types for safetensors and GGUF.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw::model {

/// The types whose numbers are read here; `other` is one that is known by name and not read as weights.
enum class Stored : std::uint8_t {
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

/// A type's blocks: so many elements in so many bytes, along a row.
struct Blocks {
    int elements = 1;
    int bytes = 4;
};
Blocks blocksOf(Stored type);

/// "F32", "Q4_K"; "other".
std::string_view nameOf(Stored type);

/// The checksum of a storage, which its tensors share: it is compared once, when the first of them is read.
struct StorageCheck {
    std::uint32_t crc = 0;
    bool isDone = false;
};

/// Where a tensor of a PyTorch file lies in its storage of numbers (torch/torch_file.h).
struct StoragePlace {
    std::uint64_t header = 0;  ///< of the zip's member, behind whose header `offset` counts
    std::uint64_t size = 0;    ///< of the storage
    std::uint64_t end = 0;     ///< the member ends here or earlier; 0: not in a zip
    std::uint64_t span = 0;    ///< bytes from the tensor's first number to its last
    std::uint64_t width = 0;   ///< bytes of a number
    std::vector<std::int64_t> strides = {};  ///< in numbers; empty: one row follows the other
    std::shared_ptr<StorageCheck> check = nullptr;  ///< null: the file has no checksum of it
};

struct StoredTensor {
    std::string name;
    Stored type = Stored::other;
    std::vector<std::int64_t> shape;  ///< as in PyTorch, outermost first; GGUF's are reversed
    std::uint64_t offset = 0;         ///< in the part's file
    std::uint64_t bytes = 0;          ///< fits the shape: checked when the header was read
    int part = 0;                     ///< index in ModelFiles::parts
    std::shared_ptr<const StoragePlace>
        storage;           ///< of a PyTorch file; null: `bytes` follow `offset`
    std::string typeName;  ///< as the file calls it: "F8_E4M3", "I64", "IQ4_NL"

    /// Product of the shape; 1 of a scalar. Checked against overflow when the header was read.
    std::int64_t count() const;
};

/// The bytes of a row of `columns` elements; nullopt if they do not fill whole blocks, or on overflow.
std::optional<std::uint64_t> rowBytes(Stored type, std::int64_t columns);

/// The bytes of a tensor, whose rows are its innermost dimension; nullopt as above, or for a negative size.
std::optional<std::uint64_t> tensorBytes(Stored type, const std::vector<std::int64_t>& shape);

/// "[768, 3072]", as PyTorch prints it.
std::string shapeText(const std::vector<std::int64_t>& shape);

}  // namespace hw::model
