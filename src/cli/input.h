// SPDX-License-Identifier: MIT
// Files and standard input as documents.
#pragma once

#include <string>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "core/problem.h"

namespace hw::cli {

/// Reads the file of the options, or standard input for "-". Errors: cannotRead, and those of Opening.
Result<Document> readDocument(const Options& options);

/// The chosen example. Error: badArgument if the document has fewer.
Result<const Example*> exampleOf(const Document& document, int index);

/// Writes everything to standard output. False if that fails (a full disk, a closed pipe).
bool print(const std::string& text);

}  // namespace hw::cli
