// SPDX-License-Identifier: MIT
// A streaming reader of the .npy format, according to numpy.lib.format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/readers/array_store.h"
#include "io/readers/elements.h"
#include "io/readers/reader.h"
#include "io/tree/tree.h"

namespace hw::io {

/// One array. Floats of 1, 2, 4, 8 bytes, integers and booleans become float32, <U and |S arrays become texts. Object
/// arrays are pickles and are rejected. NumPy has neither bfloat16 nor most types of 8 bits. Those of ml_dtypes (JAX,
/// TensorFlow) are written as `V2` and `V1`, "void". The first is bfloat16. For the second, rows that sum to 1 decide
/// the type (float8OfAttention).
class NpyStream {
public:
    /// `place` is the array's name, empty for a .npy file.
    NpyStream(std::string place, std::uint64_t memoryBytes, std::optional<std::uint64_t> totalBytes,
              const OpenOptions& options)
        : place_(std::move(place)),
          memoryBytes_(memoryBytes),
          totalBytes_(totalBytes),
          options_(options) {}

    Result<void> push(std::string_view bytes);
    /// Ends the array and adds it to the tree.
    Result<NodeId> finish(Tree& tree, NodeId parent, std::string_view key);

private:
    enum class Content { numbers, unicode, bytes, object, unnamed8 };

    Result<void> readHeader();
    Result<void> readType(std::string_view descr);
    bool readSmallType(std::string_view name);
    Result<void> chooseFloat8();
    Result<void> checkSize();
    void take(std::string_view bytes);
    bool isText() const { return content_ == Content::unicode || content_ == Content::bytes; }
    void reorder();
    std::string textAt(std::uint64_t index, Tree& tree) const;
    Problem problem(Code code, std::string finding, std::string remedy) const;

    std::string place_;
    std::uint64_t memoryBytes_;
    std::optional<std::uint64_t> totalBytes_;
    OpenOptions options_;
    std::string header_;
    std::string raw_;          // texts
    std::string_view float8_;  ///< the chosen format, for unnamed ones
    bool inData_ = false;
    bool bigEndian_ = false;
    bool fortran_ = false;
    Content content_ = Content::numbers;
    ElementStream elements_;
    std::size_t width_ = 4;
    Shape shape_;
    std::uint64_t count_ = 0;
    ArrayStore store_;
};

}  // namespace hw::io
