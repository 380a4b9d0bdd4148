// SPDX-License-Identifier: MIT
// The files of a model as one object: config.json, and the tensors of a safetensors, PyTorch or GGUF file, or of its
// shards. Reads only headers.
#pragma once

#include <cstddef>
#include <map>
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

/// One step of a sentence encoder in sentence-transformers' modules.json.
struct SentenceModule {
    std::string type;  ///< a Python class: "sentence_transformers.models.Pooling"
    std::string path;  ///< its folder next to modules.json: "1_Pooling"; empty for the same folder
    /// The class without its package.
    std::string_view name() const { return std::string_view(type).substr(type.rfind('.') + 1); }
};

/// The modules of a modules.json in their order. Errors: syntax and notRecognised for a text that is no such list, and
/// for a folder elsewhere.
Result<std::vector<SentenceModule>> readModules(std::string_view json);

struct ModelFiles {
    bool isGguf = false;
    std::vector<Part> parts;
    io::Tree config;                                         ///< config.json; empty for a GGUF file
    Metadata metadata;                                       ///< for a GGUF file
    std::vector<std::pair<std::string, std::string>> notes;  ///< safetensors' __metadata__
    std::vector<StoredTensor> tensors;                       ///< sorted by name; names are unique
    /// Other names of tensors (tied tables).
    std::map<std::string, std::string, std::less<>> aliases;
    std::vector<std::string> remarks;  ///< ignored files, removed prefixes
    /// For a sentence encoder. Names of their tensors include the folder: "2_Dense/linear.weight".
    std::vector<SentenceModule> modules;
    bool ignoresKeys = false;  ///< skip unknown keys that may change the mathematics

    /// By name or alias. Null if there is none. O(log tensors).
    const StoredTensor* find(std::string_view name) const;
    /// The part with that name, in any folder; null if there is none.
    const Part* part(std::string_view name) const;
    /// A file in a module's folder; null if there is none.
    const Part* partOf(const SentenceModule& module, std::string_view name) const;
    /// The bytes of a tensor. Errors: tooLarge if memory is short, and the source's own.
    Result<Bytes> readTensor(const StoredTensor& tensor) const;
    /// The complete text of a part, such as tokenizer.json, up to `most` bytes, or the limit for files with that name.
    /// Errors: cannotRead if it is missing.
    Result<std::string> readText(std::string_view name, std::uint64_t most = 256 << 20) const;
    /// sentence_bert_config.json, or the names that older versions gave it for other families. Null without modules or
    /// without the file.
    const Part* sentenceConfig() const;
    /// The problem. If a model without a transformer lacks files, the problem names its first module instead.
    Problem explained(Problem problem) const;
    /// Reads modules.json, and headers of weights in the modules' folders. Errors: as readModules; those of the headers.
    Result<void> addModules();
    /// A small part as JSON. Errors: tooLarge, syntax; those of the source.
    static Result<io::Tree> readJson(const Part& part);
};

/// Assigns roles to the parts, and reads headers. Errors: a missing part, by its name; those of the headers.
Result<ModelFiles> readModelFiles(std::vector<Part> parts);

}  // namespace hw::model
