// SPDX-License-Identifier: MIT
// Internal to model/session.
#pragma once

#include "model/session/session.h"

namespace hw::model {

/// Adds the notes and the ignored keys of a model's other network.
void joinNotes(Spec& spec, const Spec& other);

/// What look() says, of files whose headers have been read.
Result<Facts> factsOf(const ModelFiles& files);

/// Identifies a model in links, as 16 digits: a hash of its configuration, its tokenizer, and the first and the last of its tensors by
/// name (of each at most 1 MB). Errors: those of reading. Cost: reads these.
Result<std::string> markOf(const ModelFiles& files);

}  // namespace hw::model
