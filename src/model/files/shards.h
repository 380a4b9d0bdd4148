// SPDX-License-Identifier: MIT
// Which of the parts are the weights.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/byte_source.h"

namespace hw::model {

/// What an index says: the tensor's name and the file that has it.
struct IndexEntry {
    std::string tensor;
    std::string file;
};

/// Indices in `parts` of the files with the weights, in order, and the index's entries where there is one.
struct WeightFiles {
    std::vector<int> parts;
    std::vector<IndexEntry> index;
};

/// Chooses among the parts in the folder of config.json (or the outermost one): model.safetensors.index.json and its
/// shards, model.safetensors, shards without index, or the only .safetensors that there is. Errors: cannotRead with the names of
/// what is missing; notRecognised for weights of other kinds, with what converts them.
Result<WeightFiles> findWeightFiles(const std::vector<Part>& parts);

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

/// Names in one line, at most five of them.
std::string nameList(const std::vector<std::string>& names);

/// The problem that these files are not among the parts.
Problem missingFiles(const std::vector<std::string>& names);

/// The first part of that name with the fewest folders in front; -1: none.
int findPart(const std::vector<Part>& parts, std::string_view name);

}  // namespace hw::model
