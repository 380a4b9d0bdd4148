// SPDX-License-Identifier: MIT
// Words that a model does not know, so that its tokenizer spells them.
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

/// "The model doesn’t know “grandmother” and “baked” and reads them letter by letter." Empty if it spells none. A word
/// is spelled if it has three letters or more, each a token of its own. A model with a token for every letter and
/// without marks of words gives no text. O(length of the tokens).
std::string spelledWordsText(const AppState& state);

}  // namespace hw
