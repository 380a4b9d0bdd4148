// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"
#include "io/tree/tree.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// Parses a JSON file of a model as a tree. `file` is its name in messages. Errors: syntax, tooDeep, tooLarge.
Result<io::Tree> readJson(std::string_view text, const std::string& file);

/// The parts of a tokenizer.json, and the type of its model.
struct JsonParts {
    TokenizerParts parts;
    std::string model;         ///< "BPE"
    bool isByteLevel = false;  ///< splits into letters for bytes
    bool takesBytes = false;   ///< the model splits bytes itself
};
/// Errors: as below.
Result<JsonParts> readJsonParts(std::string_view text);

/// A tokenizer from tokenizer.json only. Padding, truncation and versions beyond "1.0" are ignored. Errors: syntax;
/// notRecognised, with the name of an unknown component; tooLarge. Cost: about 20 ns per byte.
Result<Tokenizer> readTokenizerJson(std::string_view text);

}  // namespace hw::model
