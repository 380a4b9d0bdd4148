// SPDX-License-Identifier: MIT
#include "cli/program/parse_options.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cli/arguments/nearest_name.h"
#include "cli/batch/batch_options.h"
#include "cli/figure/figure_options.h"
#include "cli/model/apply_model.h"
#include "cli/options.h"
#include "cli/program/check_belongs.h"
#include "cli/program/command_table.h"
#include "cli/program/option_row.h"
#include "cli/seen_tokens.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"

namespace hw::cli {
namespace {

/// False if there is no such command.
bool chooseCommand(Options& options, std::string_view word) {
    const CommandRow* const row = commandNamed(word);
    if (row == nullptr) return false;
    options.command = row->command;
    if (const auto method = fromName<Method>(word)) options.method = *method;
    return true;
}

/// What prints JSON in a pipe, and a table on a terminal.
bool hasTable(const CommandRow& row) {
    return row.show != nullptr || row.command == Command::why || row.command == Command::run;
}

bool wantsColour() {
    const char* const none = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return (none == nullptr || *none == '\0') &&
           (terminal == nullptr || std::string_view(terminal) != "dumb");
}

/// "Did you mean ask?", with the names that there are.
std::unexpected<Problem> unknown(std::string_view kind, std::string_view wrong,
                                 std::string_view quote,
                                 const std::vector<std::string_view>& names) {
    const std::string_view nearest = nearestName(wrong, names);
    std::string finding = "There is no " + std::string(kind) + " " + std::string(quote) +
                          std::string(wrong) + std::string(quote) + ".";
    if (nearest.empty()) return usage(std::move(finding));
    return usage(std::move(finding), "Did you mean " + std::string(nearest) + "?");
}

std::unexpected<Problem> unknownCommand(std::string_view word) {
    std::vector<std::string_view> names;
    for (const CommandRow& row : commandRows()) names.push_back(row.name);
    return unknown("command", word, "\"", names);
}

/// Of the options that belong to the uses; of all without uses.
std::unexpected<Problem> unknownOption(std::string_view name,
                                       const std::vector<std::string_view>& uses) {
    std::vector<std::string_view> names{"--help", "--version"};
    for (const OptionRow& row : optionRows())
        if (!row.group.empty() && (uses.empty() || belongs(row, uses))) names.push_back(row.name);
    return unknown("option", name, "", names);
}

/// The row of an option for a use, else any of its name; null without one.
const OptionRow* rowFor(std::string_view name, const std::vector<std::string_view>& uses) {
    const OptionRow* other = nullptr;
    for (const OptionRow& row : optionRows()) {
        if (row.name != name) continue;
        if (belongs(row, uses)) return &row;
        if (other == nullptr) other = &row;
    }
    return other;
}

/// One `--name value` or `--name=value` of the command line.
struct Argument {
    std::string_view name;
    std::string_view value;
};

struct Split {
    std::vector<Argument> options;
    std::vector<std::string_view> words;
};

Result<Split> split(std::span<const std::string_view> arguments) {
    Split result;
    bool onlyWords = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (onlyWords || argument == "-" || !argument.starts_with('-')) {
            result.words.push_back(argument);
        } else if (argument == "--") {
            onlyWords = true;
            // The same name takes a value in every command, or in none.
        } else if (const OptionRow* row = rowFor(argument, {}); row != nullptr) {
            const bool isSwitch = row->argument.empty();
            if (!isSwitch && i + 1 == arguments.size())
                return usage(std::string(argument) +
                             " needs a value: " + std::string(row->argument) + ".");
            result.options.push_back({argument, isSwitch ? std::string_view() : arguments[++i]});
        } else if (const std::size_t equals = argument.find('=');
                   equals != std::string_view::npos) {
            const std::string_view name = argument.substr(0, equals);
            const OptionRow* const valued = rowFor(name, {});
            if (valued == nullptr || valued->argument.empty()) return unknownOption(name, {});
            result.options.push_back({name, argument.substr(equals + 1)});
        } else {
            return unknownOption(argument, {});
        }
    }
    return result;
}

Result<void> applyCommand(Options& options, const std::vector<std::string_view>& words,
                          bool hasModel, bool isForTerminal) {
    if (words.empty()) return usage("No command is given.");
    if (!chooseCommand(options, words[0])) return unknownCommand(words[0]);
    const CommandRow& row = *commandNamed(words[0]);
    if (row.command == Command::help || row.command == Command::manual) return {};
    // Its attention leaves them out unless they are asked for.
    if (options.command == Command::why) options.settings.sinks = SinkUse::exclude;
    options.format = hasTable(row) && !isForTerminal ? Format::json : Format::text;
    options.hasColour = isForTerminal && wantsColour();
    if (options.command == Command::batch || options.command == Command::merge)
        return applyBatchWords(options, std::span(words).subspan(1));
    if (words.size() == 1 && hasModel) return {};
    if (words.size() < 2)
        return usage(
            std::string(row.name) + " needs " + std::string(row.needs) + ".",
            "Try: headwaters " + std::string(row.name) + ' ' + std::string(row.examples.front()));
    if (words.size() > 2 || hasModel)
        return usage("There is more than one file.", "Name one, and call the program for each.");
    options.file = words[1];
    return {};
}

bool opensModel(const Options& options) {
    return !options.model.model.empty() || options.command == Command::run ||
           options.command == Command::ask || options.command == Command::why ||
           options.command == Command::model;
}

/// Whether the command has the form that --format names.
Result<void> checkForm(const Options& options) {
    const bool isCsv = options.command == Command::batch ? options.batch.format == BatchFormat::csv
                                                         : options.format == Format::csv;
    if (options.cells == CsvCells::safe && !isCsv)
        return usage("--csv-safe belongs to --format csv.", "Give both, or leave it out.");
    const bool noCsv = options.command == Command::link || options.command == Command::explain ||
                       options.command == Command::model || options.command == Command::why ||
                       options.command == Command::ask || options.command == Command::run ||
                       options.command == Command::tokenize;
    if (noCsv && options.format == Format::csv)
        return badValue("--format", "csv", "Use one of: text, json.");
    return {};
}

}  // namespace

Result<Options> parseOptions(std::span<const std::string_view> arguments, bool isForTerminal) {
    Options options;
    for (const std::string_view argument : arguments) {
        if (argument == "--") break;
        if (argument == "--help" || argument == "-h") {
            if (commandNamed(arguments[0]) != nullptr) options.helpOf = arguments[0];
            return options;
        }
        if (argument == "--version") {
            options.command = Command::version;
            return options;
        }
    }
    if (!arguments.empty() && arguments[0] == "help") {
        if (arguments.size() < 2) return options;
        options.helpOf = arguments[1];
        const bool isKnown = options.helpOf == "all" || commandNamed(options.helpOf) != nullptr ||
                             rowFor(options.helpOf, {}) != nullptr;
        if (isKnown) return options;
        return options.helpOf.starts_with('-') ? unknownOption(options.helpOf, {})
                                               : unknownCommand(options.helpOf);
    }
    const auto parts = split(arguments);
    if (!parts) return std::unexpected(parts.error());
    const bool hasModel =
        std::ranges::find(parts->options, "--model", &Argument::name) != parts->options.end();
    if (auto good = applyCommand(options, parts->words, hasModel, isForTerminal); !good)
        return std::unexpected(good.error());
    const std::vector<std::string_view> uses = usesOf(options);
    for (const auto& [name, value] : parts->options) {
        if (name != "--preset") continue;
        if (auto good = applyPreset(options.settings, value); !good) {
            return std::unexpected(good.error());
        }
        options.figure.settings.emplace_back(name, value);
    }
    std::vector<std::string_view> given;
    for (const auto& [name, value] : parts->options) {
        const OptionRow& row = *rowFor(name, uses);
        if (!belongs(row, uses)) return notOf(row, uses.front());
        if (auto good = row.take(options, name, value); !good) return std::unexpected(good.error());
        given.push_back(name);
    }
    if (auto good = checkSeen(options); !good) return std::unexpected(good.error());
    if (auto good = checkFigure(options); !good) return std::unexpected(good.error());
    if (auto good = checkBatch(options); !good) return std::unexpected(good.error());
    if (auto good = checkModel(options); !good) return std::unexpected(good.error());
    if (auto good = checkBelongs(options, given); !good) return std::unexpected(good.error());
    if (options.reading.ignoreKeys && options.command != Command::tokenize && !opensModel(options))
        return usage("--ignore-keys belongs to a model.", "Name one with --model.");
    if (auto good = checkForm(options); !good) return std::unexpected(good.error());
    return options;
}

}  // namespace hw::cli
