// SPDX-License-Identifier: MIT
// The rules on a text that is changed, as one types: what the view refers to stays with its token.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// True if one of two examples of the same document is a variation of the other, as far as can be known: both come
/// from one text that is being changed, unlike the examples of a file.
bool isVariation(const DocumentSummary& one, const DocumentSummary& other);

/// The tokens that a view refers to, kept for when the text changes.
struct ViewedText {
    std::vector<std::string> queries;
    std::vector<std::string> keys;
    bool isAtDefault = false;  ///< the output is the one that the example starts with
};
ViewedText textOf(const AppState& state);

/// Takes outputs, hidden tokens, spans and the input along into another text: each stays with its token
/// (core/tokens/align_tokens.h); an output that is gone leaves the one that the example starts with, as does one that was
/// it before. `before`: as it was when the view referred to it.
void followText(AppState& state, const ViewedText& before);

}  // namespace hw
