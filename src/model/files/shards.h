// SPDX-License-Identifier: MIT
// File names of a model: shards, their index, folders.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"
#include "model/files/weight_files.h"

namespace hw::model {

/// "model-00002-of-00003.safetensors" -> {"model", 2, 3, ".safetensors"}; number 0 if it has no such form.
struct ShardName {
    std::string_view stem;
    int number = 0;
    int count = 0;
    std::string_view ending;
};
ShardName shardName(std::string_view name);
/// The inverse: stem-00002-of-00003.ending.
std::string nameOfShard(const ShardName& like, int number);

/// The format by a file's ending; nullopt for files without weights.
std::optional<WeightFormat> formatOf(std::string_view name);
bool hasWeightEnding(std::string_view name);
/// Files with an ending of weights that are no weights of the model: projectors, importance matrices, adapters, a
/// trainer's state, other formats, macOS's own.
bool isHelperFile(std::string_view name);
/// "model-Q4_K_M.gguf" -> {"model", "Q4_K_M"}; the second is empty if the name ends in no quantisation.
std::pair<std::string, std::string> quantised(std::string_view name);
/// The preference of a quantisation, as in llama.cpp. 0 is the first.
int quantisationRank(std::string_view type);

/// The entries of a model.safetensors.index.json or similar file. Errors: syntax, and the source's own.
Result<std::vector<IndexEntry>> readIndex(const Part& part);

/// Names in one line, at most five of them, each of at most `limit` letters.
std::string nameList(const std::vector<std::string>& names, std::size_t limit = 80);

/// The problem that these files are missing.
Problem missingFiles(const std::vector<std::string>& names);

/// "model/onnx/config.json" -> "model/onnx/".
std::string_view folderOf(std::string_view name);
/// The first part with that name and the fewest folders; -1 if there is none. O(parts).
int findPart(const std::vector<Part>& parts, std::string_view name);

}  // namespace hw::model
