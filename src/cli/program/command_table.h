// SPDX-License-Identifier: MIT
// The table of commands: a row each, with what it reads, what the help says, examples that run, and what it does. With the table of
// options (cli/program/option_row.h) it gives the parser, the help, completion and the manual page.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/program/option_row.h"
#include "cli/shown/shown_answer.h"

namespace hw::cli {

/// What a command prints, and its warnings.
using Answer = Result<std::string> (*)(const Options& options, std::vector<Problem>& warnings);

/// A table for people, of the JSON that a pipe gets.
using Show = Result<std::string> (*)(std::string_view json, Drawing drawing);

struct CommandRow {
    std::string_view name;
    Command command;
    std::string_view input;  ///< what stands behind the name: "FILE"
    std::string_view group;  ///< its heading
    std::string_view text;   ///< a line of the help
    std::string_view needs;  ///< what the input is: "ask needs ..."; empty: nothing
    std::array<std::string_view, 3> examples;  ///< behind "headwaters NAME", as a shell takes them
    Answer answer;                             ///< null: the program itself does it
    std::string_view more = {};                ///< further lines of its own help
    Show show = nullptr;  ///< of what prints JSON in a pipe, and a table on a terminal
};

/// All commands, the methods among them, in the order of the help.
const std::vector<CommandRow>& commandRows();
/// Null: there is none of this name.
const CommandRow* commandNamed(std::string_view name);

/// What a call is a use of, as OptionRow::to names it: its command or method; of batch "batch", and what it computes.
std::vector<std::string_view> usesOf(const Options& options);
/// Whether the row's list names one of the uses.
bool isListed(std::string_view list, std::string_view use);
bool belongs(const OptionRow& row, const std::vector<std::string_view>& uses);

}  // namespace hw::cli
