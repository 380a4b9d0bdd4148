// SPDX-License-Identifier: MIT
// A command's answer, of all but batch and merge, which write files.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "core/model/attention_model.h"

namespace hw::cli {

/// What the options name: a file, a link's data, or a model's run on a text. Errors: those of reading.
Result<Document> documentOf(const InputOptions& options);

/// The text for standard output, or for --out, by the command's row (command_table.h). Errors: those of reading and of the command;
/// `warnings` has what is odd about the file, also then.
Result<std::string> answer(const CommandOptions& options, std::vector<Problem>& warnings);

/// Whether the answer is a table that the program has drawn, in which nothing is left that a terminal obeys.
bool isDrawn(const CommandOptions& options);

/// The line next to a method's numbers about sinks that are in them, for whoever reads along; in a pipe "sinks" says it.
void noteSinks(const Document& document, const MethodOptions& options,
               std::vector<Problem>& warnings);

// --- what rows name -------------------------------------------------------------------------------------

Result<std::string> methodAnswer(const Document& document, const MethodOptions& options);
Result<std::string> figureAnswer(const FigureOptions& options, std::vector<Problem>& warnings);
Result<std::string> runAnswer(const RunOptions& options, std::vector<Problem>& warnings);
Result<std::string> helpAnswer(const CommandOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
