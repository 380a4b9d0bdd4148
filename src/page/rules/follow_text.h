// SPDX-License-Identifier: MIT
// The rules on a text that changes while typing. Everything that the view refers to stays with its token.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// True if one of two examples of the same document is a variation of the other, as far as can be known. Both come from
/// one text that is being edited, unlike the examples of a file.
bool isVariation(const DocumentSummary& one, const DocumentSummary& other);

/// The tokens that a view refers to, kept for when the text changes.
struct ViewTokens {
    std::vector<std::string> queries;
    std::vector<std::string> keys;
    bool isAtDefault = false;  ///< the output is the example's default
};
ViewTokens textOf(const AppState& state);

/// Moves outputs, hidden tokens, spans and the input to another text. Each stays with its token
/// (core/tokens/align_tokens.h). An output that is gone, or that was the example's default, becomes the new default.
/// `before` has the tokens of the old text.
void followText(AppState& state, const ViewTokens& before);

}  // namespace hw
