// SPDX-License-Identifier: MIT
// A command's answer, of all but batch and merge, which write files.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// What the options name: a file, a link's data, or a model's run on a text. Errors: those of reading.
Result<Document> documentOf(const Options& options);

/// The answer that a document gives to a command: info, correlate, explain, link, save, and all methods. Errors: the command's.
Result<std::string> answerFor(const Document& document, const Options& options);

/// The text for standard output, or for --out, by the command's row (command_table.h). Errors: those of reading and of the command;
/// `warnings` has what is odd about the file, also then.
Result<std::string> answer(const Options& options, std::vector<Problem>& warnings);

/// Whether the answer is a table that the program has drawn, in which nothing is left that a terminal obeys.
bool isDrawn(const Options& options);

/// What rows name: the answer of figure, of the commands that run a model, and of those that read a document.
Result<std::string> figureAnswer(const Options& options, std::vector<Problem>& warnings);
Result<std::string> modelAnswer(const Options& options, std::vector<Problem>& warnings);
Result<std::string> documentAnswer(const Options& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
