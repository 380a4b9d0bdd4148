// SPDX-License-Identifier: MIT
// The field `tokenClasses`: what each token is (part of speech, role, segment), for results by class.
#pragma once

#include <string>

#include "core/model/attention_model.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Reads `tokenClasses` of `object`: {NAME: [one text a token]}, or one such list, which is then named "class". Null
/// is a token without a class, a number its text. What does not fit the tokens, which are set already, is left
/// out with a warning.
void readTokenClasses(const Tree& tree, NodeId object, const std::string& place, Example& example,
                      Document& document);

}  // namespace hw::io
