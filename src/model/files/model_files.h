// SPDX-License-Identifier: MIT
// The files of a model as one: config.json, and the tensors of a safetensors file, of shards, or of a GGUF file. Headers
// are read, weights are not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"
#include "model/files/byte_source.h"
#include "model/files/metadata.h"
#include "model/files/stored_tensor.h"

namespace hw::model {

struct ModelFiles {
    bool isGguf = false;
    std::vector<Part> parts;
    io::Tree config;                                         ///< config.json; empty of a GGUF file
    Metadata metadata;                                       ///< of a GGUF file
    std::vector<std::pair<std::string, std::string>> notes;  ///< safetensors' __metadata__
    std::vector<StoredTensor> tensors;                       ///< sorted by name; no name twice

    /// O(log tensors); null if there is none.
    const StoredTensor* find(std::string_view name) const;
    /// The part of that name, whatever folder it is in; null if there is none.
    const Part* part(std::string_view name) const;
    /// The bytes of a tensor. Errors: tooLarge where memory is short, and the source's own.
    Result<Bytes> readTensor(const StoredTensor& tensor) const;
    /// The whole text of a part, such as tokenizer.json: at most `most` bytes. Errors: cannotRead if it is not there.
    Result<std::string> readText(std::string_view name, std::uint64_t most = 256 << 20) const;
};

/// Finds out which part is what, and reads headers. Errors: a part that is missing, by its name; those of the headers.
Result<ModelFiles> readModelFiles(std::vector<Part> parts);

}  // namespace hw::model
