// SPDX-License-Identifier: MIT
// The table of commands. Each row has the command's input, the text of its help, examples that run, and its functions.
// Parser, help, completion and manual page are made from it and the table of options (cli/program/option_row.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/program/checks.h"
#include "cli/program/option_row.h"
#include "cli/tables/answer_tables.h"
#include "core/model/attention_model.h"

namespace hw::cli {

/// Draws a table for people from the JSON that a pipe gets.
using Show = Result<std::string> (*)(std::string_view json, Drawing drawing);

/// The functions of a command with its own options, whose type no other command sees.
struct CommandWork {
    std::unique_ptr<CommandOptions> (*begin)();
    /// Checks options that need each other, or have no effect. Errors: badArgument.
    Result<void> (*check)(const CommandOptions& options, Given given);
    /// The command's output, and its warnings. Null for batch and merge, which write files.
    Result<std::string> (*answer)(const CommandOptions& options, std::vector<Problem>& warnings);
    /// The same for an open document. Errors: also badArgument of a command that reads none.
    Result<std::string> (*answerFor)(const Document& document, const CommandOptions& options);
};

struct CommandRow {
    std::string_view name;
    std::string_view input;  ///< the arguments after the name, such as "FILE"
    std::string_view group;  ///< its heading
    std::string_view text;   ///< a line of the help
    std::string_view needs;  ///< the name of its input for "ask needs ...", empty for none
    std::string_view
        examples;  ///< three, without "headwaters NAME", as a shell takes them, one per line
    CommandWork work;
    std::string_view more = {};      ///< further lines of its own help
    Show show = nullptr;             ///< if it prints JSON in a pipe, and a table on a terminal
    bool hasText = show != nullptr;  ///< prints JSON in a pipe, and something else on a terminal
};

/// All commands, the methods among them, in the order of the help.
const std::vector<CommandRow>& commandRows();
/// Null if there is no command of this name.
const CommandRow* commandNamed(std::string_view name);

/// The row of the options' command.
const CommandRow& rowOf(const CommandOptions& options);

/// The uses that all calls of a command have, as in OptionRow::to.
std::vector<std::string_view> usesOf(const CommandRow& row);
/// Whether the row's list names one of the uses.
bool isListed(std::string_view list, std::string_view use);
bool belongs(const OptionRow& row, const std::vector<std::string_view>& uses);

}  // namespace hw::cli
