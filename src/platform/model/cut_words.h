// SPDX-License-Identifier: MIT
// Cuts as people read them, for titles: layers, heads and tokens by their names, counted from 1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platform/model/cut_run.h"

namespace hw {

/// The tokens of a text; of a model that translates those of the encoder and, apart, of the decoder.
struct CutTokens {
    const std::vector<std::string>& encoder;
    const std::vector<std::string>& decoder;  ///< empty of other models
};

/// "layer 1, head 2, [MASK] → the (2)", several between semicolons; equal tokens are numbered. Empty if there are more than
/// three, or one names several edges: their text (model/ask/cut_text.h) is shorter then. The cuts have been understood before.
std::string cutWords(const CutTexts& cuts, const CutTokens& tokens);

/// Hidden tokens by their names: "keys; the (2) from layer 3 on". More than three are counted.
std::string hiddenWords(std::string_view hidden, const CutTokens& tokens);

/// What was swapped in, of `places` as in addSwaps (platform/model/asks.h): "“the (2)” after layer 1; layer 2, head 3". More than three
/// are counted. The places have been understood before.
std::string swapWords(std::string_view places, const CutTokens& tokens);

}  // namespace hw
