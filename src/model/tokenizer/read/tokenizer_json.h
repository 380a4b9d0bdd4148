// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"
#include "io/tree/tree.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// A JSON text as a tree, for files of a model. `file` is its name in messages. Errors: syntax, tooDeep, tooLarge.
Result<io::Tree> readJson(std::string_view text, const std::string& file);

/// The parts of a tokenizer.json, and the type of its model.
struct JsonParts {
    TokenizerParts parts;
    std::string model;         ///< "BPE"
    bool isByteLevel = false;  ///< splits into letters for bytes
    bool takesBytes = false;   ///< the model does so itself
};
/// Errors: as below.
Result<JsonParts> readJsonParts(std::string_view text);

/// A tokenizer.json by itself. Padding, truncation and versions beyond "1.0" are not looked at. Errors: syntax; notRecognised, with
/// the name of a component that is not known; tooLarge. Cost: about 20 ns a byte.
Result<Tokenizer> readTokenizerJson(std::string_view text);

}  // namespace hw::model
