// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/store/open_documents.h"
#include "protocol/messages.h"

namespace hw {

/// A complete answer to a profile or matrix question as the text of a file (io/write/export.h).
/// Errors: badArgument for other questions and unknown formats.
Result<wire::Exported> exportAnswer(const OpenDocument& document, Answer answer,
                                    const std::string& format, bool relative);

}  // namespace hw
