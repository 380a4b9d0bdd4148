// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "engine/store/open_documents.h"
#include "protocol/messages.h"

namespace hw {

/// A whole answer to a profile or a matrix question as the text of a file (io/write/export.h). With `uniform`, which is
/// the uniform causal model's answer to the same question, values are divided by those of `uniform`. Errors:
/// badArgument for other questions and unknown formats.
Result<wire::Exported> exportAnswer(const std::string& documentName, const Example& example,
                                    Answer answer, const std::string& format, bool relative,
                                    std::optional<Answer> uniform = {});

}  // namespace hw
