// SPDX-License-Identifier: MIT
// The field `tokenClasses`, the class of each token (part of speech, role, segment), for results by class.
#pragma once

#include <string>

#include "core/model/attention_model.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads `tokenClasses` of `object`, which is {NAME: [one text per token]}, or one such list, which is then named
/// "class". null is a token without a class, a number becomes text. The tokens must be set. Drops lists that do not fit
/// them, with a warning.
void readTokenClasses(const Tree& tree, NodeId object, const std::string& place, Example& example,
                      Document& document);

}  // namespace hw::io
