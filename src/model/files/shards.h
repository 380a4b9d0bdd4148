// SPDX-License-Identifier: MIT
// Names of the files of a model: shards, their index, folders.
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

/// "model-00002-of-00003.safetensors" -> {"model", 2, 3, ".safetensors"}; number 0: no such name.
struct ShardName {
    std::string_view stem;
    int number = 0;
    int count = 0;
    std::string_view ending;
};
ShardName shardName(std::string_view name);
/// The same backwards: stem-00002-of-00003.ending.
std::string nameOfShard(const ShardName& like, int number);

/// By a file's ending; nullopt: it has no weights.
std::optional<WeightFormat> formatOf(std::string_view name);
bool hasWeightEnding(std::string_view name);
/// Files that end like weights and are none, or belong to something else: projectors, importance matrices, adapters, a
/// trainer's state, other formats, macOS's own.
bool isHelperFile(std::string_view name);
/// "model-Q4_K_M.gguf" -> {"model", "Q4_K_M"}; the second is empty if the name ends in no quantisation.
std::pair<std::string, std::string> quantised(std::string_view name);
/// Which quantisation is preferred: 0 is the first, as for llama.cpp.
int quantisationRank(std::string_view type);

/// The entries of a model.safetensors.index.json or its like. Errors: syntax, and the source's own.
Result<std::vector<IndexEntry>> readIndex(const Part& part);

/// Names in one line, at most five of them, each of at most so many letters.
std::string nameList(const std::vector<std::string>& names, std::size_t limit = 80);

/// The problem that these files are not among the parts.
Problem missingFiles(const std::vector<std::string>& names);

/// "model/onnx/config.json" -> "model/onnx/".
std::string_view folderOf(std::string_view name);
/// The first part of that name with the fewest folders in front; -1: none. O(parts).
int findPart(const std::vector<Part>& parts, std::string_view name);

}  // namespace hw::model
