// SPDX-License-Identifier: MIT
// Files and standard input as documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cli/options.h"
#include "core/model/attention_model.h"
#include "core/problem.h"

namespace hw::cli {

/// Reads the file of the options, or standard input for "-". Errors: cannotRead, and those of Opening.
Result<Document> readDocument(const InputOptions& options);

/// Called with the size of the input before its first piece, if it is known.
using Begin = std::function<void(std::optional<std::uint64_t> size)>;
/// Receives the next piece. An error from it ends the reading.
using Take = std::function<Result<void>(std::span<const std::byte>)>;
/// Reads a file, or standard input for "-". Errors: cannotRead, and those of `take`.
Result<void> readFile(const std::string& file, const Begin& begin, const Take& take);

/// The chosen example. Error: badArgument if the document has fewer.
Result<const Example*> exampleOf(const Document& document, int index);

}  // namespace hw::cli
