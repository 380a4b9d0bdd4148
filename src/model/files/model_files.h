// SPDX-License-Identifier: MIT
// The files of a model as one: config.json, and the tensors of a safetensors, PyTorch or GGUF file, or of its shards. Headers are
// read, weights are not.
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

/// One step of a sentence encoder, of modules.json as sentence-transformers writes it.
struct SentenceModule {
    std::string type;  ///< a class of Python: "sentence_transformers.models.Pooling"
    std::string path;  ///< its folder next to modules.json: "1_Pooling"; empty: the same folder
    /// The class without its package.
    std::string_view name() const { return std::string_view(type).substr(type.rfind('.') + 1); }
};

/// The modules of a modules.json in their order. Errors: syntax and notRecognised for a text that is no such list, and for a folder that
/// leads elsewhere.
Result<std::vector<SentenceModule>> readModules(std::string_view json);

struct ModelFiles {
    bool isGguf = false;
    std::vector<Part> parts;
    io::Tree config;                                         ///< config.json; empty of a GGUF file
    Metadata metadata;                                       ///< of a GGUF file
    std::vector<std::pair<std::string, std::string>> notes;  ///< safetensors' __metadata__
    std::vector<StoredTensor> tensors;                       ///< sorted by name; no name twice
    std::map<std::string, std::string, std::less<>>
        aliases;                       ///< other names of tensors (tied tables)
    std::vector<std::string> remarks;  ///< files not read, prefixes taken off
    /// Of a sentence encoder; their tensors have the folder in front: "2_Dense/linear.weight".
    std::vector<SentenceModule> modules;
    bool ignoresKeys = false;  ///< unknown keys that may change the mathematics are skipped

    /// By its name or an alias. O(log tensors); null if there is none.
    const StoredTensor* find(std::string_view name) const;
    /// The part of that name, whatever folder it is in; null if there is none.
    const Part* part(std::string_view name) const;
    /// A file in a module's folder; null if there is none.
    const Part* partOf(const SentenceModule& module, std::string_view name) const;
    /// The bytes of a tensor. Errors: tooLarge where memory is short, and the source's own.
    Result<Bytes> readTensor(const StoredTensor& tensor) const;
    /// The whole text of a part, such as tokenizer.json: at most `most` bytes, or what files of that name may have. Errors:
    /// cannotRead if it is not there.
    Result<std::string> readText(std::string_view name, std::uint64_t most = 256 << 20) const;
    /// sentence_bert_config.json, or what older versions named after other families; null without modules or without the file.
    const Part* sentenceConfig() const;
    /// The problem, or, where a model without a transformer lacks files, its first module by name.
    Problem explained(Problem problem) const;
    /// Reads modules.json, and headers of weights in the modules' folders. Errors: as readModules; those of the headers.
    Result<void> addModules();
    /// A small part as JSON. Errors: tooLarge, syntax; those of the source.
    static Result<io::Tree> readJson(const Part& part);
};

/// Finds out which part is what, and reads headers. Errors: a part that is missing, by its name; those of the headers.
Result<ModelFiles> readModelFiles(std::vector<Part> parts);

}  // namespace hw::model
