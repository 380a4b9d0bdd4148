// SPDX-License-Identifier: MIT
// Files and standard input as documents.
#pragma once

#include <string>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "core/problem.h"

namespace hw::cli {

/// Whether the argument is no file's name but a link, whole or behind its #.
bool isLink(std::string_view argument);

/// Reads the file of the options, standard input for "-", or the data that a link holds. Errors: cannotRead, and those of Opening.
Result<Document> readDocument(const Options& options);

/// The chosen example. Error: badArgument if the document has fewer.
Result<const Example*> exampleOf(const Document& document, int index);

/// Writes everything to standard output. False if that fails (a full disk, a closed pipe).
bool print(const std::string& text);

}  // namespace hw::cli
