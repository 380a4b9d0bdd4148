// SPDX-License-Identifier: MIT
// The options of an opening, as fields of an address:
//
//   read=normalised,averaged,half   divide rows by their sum; average the heads; store weights in 16 bits
//   read=softmax,padded             apply the softmax to scores; keep padding (OpenOptions::keepPadding)
//   axes=inputs,layers,heads        what the axes count (io/tree/axes.h)
//   read=sink,absolute              what rows lack to 1 as a token of its own (OpenOptions::missingShare); no signs
//   read=transposed                 rows and columns swapped
//   read=ignore-keys                a model without the unknown keys of its configuration (OpenOptions::ignoreKeys)
//   token-texts=the%20keys          tokens for a file without them, one space between two
//   decoder-texts=...               the same for the decoder
//   picture=cat.png                 a picture given by hand under the patches (OpenOptions::pictures)
//   grid=14x14@1                    which tokens are its patches (OpenOptions::grid)
//   first-tokens=9                  only the first tokens, where the rest is padding (OpenOptions::firstTokens)
//   layers-from=blocks.*.attn       the arrays that are the layers (OpenOptions::layersFrom)
//   weights-file=model-q8.gguf      which of several files has the model's weights (OpenOptions::weightsFile)
//   mark=0123456789abcdef:NAME      which model from a disk is meant (OpenOptions::mark); without a value: it is a model, any
//
// In a token a space is written \s, a line break \n, a tab \t, a backslash \\. An empty token is \e.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/tree/open_options.h"
#include "io/tree/reading_switches.h"

namespace hw {

/// Their keys. The API spells them read, tokenTexts, decoderTexts, picture, grid, axes, layersFrom, firstTokens, mark,
/// weightsFile.
inline constexpr std::string_view openChoiceKeys[] = {
    "read", "token-texts", "decoder-texts", "picture", "grid",
    "axes", "layers-from", "first-tokens",  "mark",    "weights-file"};
/// An additional key in requests to the engine, and in no address: OpenOptions::pictureData.
inline constexpr std::string_view pictureDataKey = "picture-data";

/// True if the key is one of these.
bool isOpenChoice(std::string_view key);

/// Applies one field with a decoded value. False if part of it is invalid. The rest is applied.
bool readOpenChoice(OpenOptions& options, std::string_view key, std::string_view value);

/// The fields, percent-encoded. Empty if all are at their defaults.
std::string openChoicesText(const OpenOptions& options);

/// Reads the text of openChoicesText. Ignores other fields.
OpenOptions openChoices(std::string_view fields);

std::vector<std::string> readTokenTexts(std::string_view text);
std::string tokenTexts(const std::vector<std::string>& tokens);

}  // namespace hw
