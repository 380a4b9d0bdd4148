// SPDX-License-Identifier: MIT
// Internal parts of model/session.
#pragma once

#include "model/session/session.h"

namespace hw::model {

/// Adds the notes and the ignored keys of a model's other network.
void joinNotes(Spec& spec, const Spec& other);

/// The result of look(), from files whose headers have been read.
Result<Facts> factsOf(const ModelFiles& files);

/// Identifies a model in links by 16 digits: a hash of its configuration, its tokenizer, and the first and the last of
/// its tensors by name (at most 1 MB of each). Errors: those of reading. Cost: reads these.
Result<std::string> markOf(const ModelFiles& files);

/// How often "why" is right for the model with this mark. The rates come from a file next to the weights whose name
/// ends in why_rates.json, which `batch why` wrote for them, else from the table of measured models. The result is
/// empty if neither has the model. A file with another mark or format is ignored.
NamingRates ratesOf(const ModelFiles& files, std::string_view mark);

}  // namespace hw::model
