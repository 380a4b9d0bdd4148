// SPDX-License-Identifier: MIT
// The table of commands: a row each, with what it reads, what the help says, examples that run, and what it does. With the table of
// options (cli/program/option_row.h) it gives the parser, the help, completion and the manual page.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/program/checks.h"
#include "cli/program/option_row.h"
#include "cli/shown/shown_answer.h"
#include "core/model/attention_model.h"

namespace hw::cli {

/// A table for people, of the JSON that a pipe gets.
using Show = Result<std::string> (*)(std::string_view json, Drawing drawing);

/// What a command does with its own options, whose type no other command sees.
struct CommandWork {
    std::unique_ptr<CommandOptions> (*begin)();
    /// What belongs together, and does something. Errors: badArgument.
    Result<void> (*check)(const CommandOptions& options, Given given);
    /// What it prints, and its warnings; null: batch and merge, which write files.
    Result<std::string> (*answer)(const CommandOptions& options, std::vector<Problem>& warnings);
    /// The same of a document that is open. Errors: also badArgument of a command that reads none.
    Result<std::string> (*answerFor)(const Document& document, const CommandOptions& options);
};

struct CommandRow {
    std::string_view name;
    std::string_view input;  ///< what stands behind the name: "FILE"
    std::string_view group;  ///< its heading
    std::string_view text;   ///< a line of the help
    std::string_view needs;  ///< what the input is: "ask needs ..."; empty: nothing
    std::string_view
        examples;  ///< three, behind "headwaters NAME", as a shell takes them, a line each
    CommandWork work;
    std::string_view more = {};      ///< further lines of its own help
    Show show = nullptr;             ///< of what prints JSON in a pipe, and a table on a terminal
    bool hasText = show != nullptr;  ///< prints JSON in a pipe, and something else on a terminal
};

/// All commands, the methods among them, in the order of the help.
const std::vector<CommandRow>& commandRows();
/// Null: there is none of this name.
const CommandRow* commandNamed(std::string_view name);

/// The row of the options' command.
const CommandRow& rowOf(const CommandOptions& options);

/// What all calls of a command are uses of, as OptionRow::to names it.
std::vector<std::string_view> usesOf(const CommandRow& row);
/// Whether the row's list names one of the uses.
bool isListed(std::string_view list, std::string_view use);
bool belongs(const OptionRow& row, const std::vector<std::string_view>& uses);

}  // namespace hw::cli
