// SPDX-License-Identifier: MIT
// The library's tokenizer classes: which one reads a model's files, and how. Reference: transformers 5.24.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/problem.h"
#include "model/tokenizer/classes/tokenizer_config.h"

namespace hw::model {

/// The steps that a class puts around the vocabulary. `asFile` means those of tokenizer.json.
enum class ClassKind : std::uint8_t {
    asFile,
    wordPiece,
    byteLevel,
    qwen2,
    clip,
    llama,
    gemma,
    t5,
    xlmRoberta,
    camembert,
    albert,
    siglip,
    debertaV2,
    residues,  ///< ESM: every entry of vocab.txt is a token wherever it occurs
    python     ///< splits texts with its own code, such as MeCab's
};

/// The tokens around a text if the files do not list them.
enum class SpecialTokenScheme : std::uint8_t { asFile, bosEos, clsSep, roberta, debertaV1, eos };

struct TokenizerClass {
    std::string_view name;
    ClassKind kind = ClassKind::asFile;
    SpecialTokenScheme around = SpecialTokenScheme::asFile;
    bool givesTypes = true;  ///< type 1 for a second text
    /// bos, eos, unknown, sep, pad, cls, mask, unless the files name others. Empty if there is none.
    std::string_view names[namedTokens];
};

/// The class of tokenizer_config.json or of the model's type, as AutoTokenizer chooses. `byteLevelFile`: tokenizer.json
/// has letters for bytes. Errors: notRecognised, by the class's name, for an unsupported class.
Result<TokenizerClass> classOf(const TokenizerConfig& config, bool byteLevelFile);
TokenizerClass classNamed(std::string_view name);

}  // namespace hw::model
