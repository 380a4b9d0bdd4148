// SPDX-License-Identifier: MIT
// The answers of all commands except batch and merge, which write files.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "core/model/attention_model.h"

namespace hw::cli {

/// The document that the options name, as a file, a link's data, or a model's run on a text. Errors: those of reading.
Result<Document> documentOf(const InputOptions& options);

/// The text for standard output, or for --out, by the command's row (command_table.h). Errors: those of reading and of
/// the command; `warnings` has the file's oddities, even after an error.
Result<std::string> answer(const CommandOptions& options, std::vector<Problem>& warnings);

/// Whether the answer is a table drawn by the program, which contains nothing that a terminal obeys.
bool isDrawn(const CommandOptions& options);

/// Adds a warning for readers if a method's numbers include sinks. In a pipe the field "sinks" shows it.
void noteSinks(const Document& document, const MethodOptions& options,
               std::vector<Problem>& warnings);

// --- answers that rows name -----------------------------------------------------------------------------

Result<std::string> methodAnswer(const Document& document, const MethodOptions& options);
Result<std::string> figureAnswer(const FigureOptions& options, std::vector<Problem>& warnings);
Result<std::string> runAnswer(const RunOptions& options, std::vector<Problem>& warnings);
Result<std::string> helpAnswer(const CommandOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
