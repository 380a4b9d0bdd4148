// SPDX-License-Identifier: MIT
// What the rows and columns of a method's results are called.
#pragma once

#include <string>
#include <vector>

#include "core/methods/method_stack.h"
#include "core/methods/token_groups.h"

namespace hw {

/// Tokens of a part's queries and of its keys.
const std::vector<std::string>& queryTokens(const Example& example, Part part);
const std::vector<std::string>& keyTokens(const Example& example, Part part);

struct ResultAxes {
    std::vector<std::string> queries;
    std::vector<std::string>
        keys;             ///< of a flow across both sides the encoder's, then the decoder's
    int decoderKeys = 0;  ///< the last of these, of the decoder
};

/// The tokens, as the file writes them.
ResultAxes tokenAxes(const Example& example, Part part, Method method);

/// One side seen by groups.
struct SeenSide {
    TokenGroups groups;  ///< may leave tokens out
    bool isMerged =
        true;  ///< a group may hold several tokens: it is called as people read it, not as the file writes it
};

/// The groups of these tokens in place of the tokens.
ResultAxes groupedAxes(const ResultAxes& tokens, const SeenSide& queries, const SeenSide& keys);

}  // namespace hw
