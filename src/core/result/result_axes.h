// SPDX-License-Identifier: MIT
// The names of the rows and columns of a method's results.
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
        keys;             ///< of a flow across both sides, the encoder's, then the decoder's
    int decoderKeys = 0;  ///< the last of these, from the decoder
};

/// The tokens, as in the file.
ResultAxes tokenAxes(const Example& example, Part part, Method method);

/// One side in groups.
struct GroupedSide {
    TokenGroups groups;  ///< may drop tokens
    bool isMerged =
        true;  ///< a group may have several tokens, so its name is as people read it, not as in the file
};

/// The groups of these tokens in place of the tokens.
ResultAxes groupedAxes(const ResultAxes& tokens, const GroupedSide& queries,
                       const GroupedSide& keys);

}  // namespace hw
