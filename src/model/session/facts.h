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

/// How often "why" is right for the model of this mark: by a file beside the weights whose name ends in why_rates.json, which `batch why`
/// wrote for them, else by the table of models that were measured. No texts where neither is so; a file of another mark or form does not count.
NamingRates ratesOf(const ModelFiles& files, std::string_view mark);

}  // namespace hw::model
