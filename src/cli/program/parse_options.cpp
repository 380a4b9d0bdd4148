// SPDX-License-Identifier: MIT
#include "cli/program/parse_options.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/arguments/nearest_name.h"
#include "cli/batch/batch_options.h"
#include "cli/options.h"
#include "cli/program/command_table.h"
#include "cli/program/option_row.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"

namespace hw::cli {
namespace {

using Options = std::unique_ptr<CommandOptions>;

/// The options of a command before any is given.
Options begun(const CommandRow& row) {
    Options options = row.work.begin();
    options->uses = {row.name};
    if (const auto method = fromName<Method>(row.name))
        partOf<WeightOptions>(*options)->method = *method;
    return options;
}

/// The options of a call that prints help on `about`.
Options helpOn(std::string_view about) {
    Options options = begun(*commandNamed("help"));
    options->file = about;
    return options;
}

bool wantsColour() {
    const char* const none = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return (none == nullptr || *none == '\0') &&
           (terminal == nullptr || std::string_view(terminal) != "dumb");
}

/// "Did you mean ask?", with the nearest of the known names.
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

/// The options that belong to the uses, or all if there are no uses.
std::unexpected<Problem> unknownOption(std::string_view name,
                                       const std::vector<std::string_view>& uses) {
    std::vector<std::string_view> names{"--help", "--version"};
    for (const OptionRow& row : optionRows())
        if (!row.group.empty() && (uses.empty() || belongs(row, uses))) names.push_back(row.name);
    return unknown("option", name, "", names);
}

/// The row of an option for a use, else any row of its name. Null without one.
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
            // An option takes a value in every command, or in none.
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

Result<void> takeWords(CommandOptions& options, std::span<const std::string_view> words,
                       bool hasModel) {
    if (auto* const batch = partOf<BatchOptions>(options)) return applyBatchWords(*batch, words);
    if (auto* const merged = partOf<MergeOptions>(options))
        return applyFolders(*merged, words, "No folders are named.",
                            "Name folders that batch correlate --partial or batch summary wrote.");
    const CommandRow& row = rowOf(options);
    if (row.needs.empty() || (words.empty() && hasModel)) return {};
    if (words.empty())
        return usage(std::string(row.name) + " needs " + std::string(row.needs) + ".",
                     "Try: headwaters " + std::string(row.name) + ' ' +
                         std::string(pieces(row.examples, '\n').front()));
    if (words.size() > 1 || hasModel)
        return usage("More than one file is named.", "Run the command once for each file.");
    options.file = words[0];
    return {};
}

Result<Options> begunBy(std::span<const std::string_view> words, bool hasModel,
                        bool isForTerminal) {
    if (words.empty()) return usage("No command is given.");
    const CommandRow* const row = commandNamed(words[0]);
    if (row == nullptr) return unknownCommand(words[0]);
    Options options = begun(*row);
    options->format = row->hasText && !isForTerminal ? Format::json : Format::text;
    options->hasColour = isForTerminal && wantsColour();
    if (auto good = takeWords(*options, words.subspan(1), hasModel); !good)
        return std::unexpected(good.error());
    return options;
}

/// A preset applies before all settings, wherever it is in the command line.
Result<void> takePresets(CommandOptions& options, const std::vector<Argument>& given) {
    auto* const weighing = partOf<WeightOptions>(options);
    for (const auto& [name, value] : given) {
        if (name != "--preset" || weighing == nullptr) continue;
        if (auto good = applyPreset(weighing->settings, value); !good) return good;
        if (auto* const drawn = partOf<FigureOptions>(options))
            drawn->figure.settings.emplace_back(name, value);
    }
    return {};
}

/// Handles --help, --version and help itself. Null for another command.
Result<Options> parseHelp(std::span<const std::string_view> arguments) {
    for (const std::string_view argument : arguments) {
        if (argument == "--") break;
        if (argument == "--help" || argument == "-h")
            return helpOn(commandNamed(arguments[0]) != nullptr ? arguments[0] : "");
        if (argument == "--version") return helpOn(argument);
    }
    if (arguments.empty() || arguments[0] != "help") return nullptr;
    const std::string_view about = arguments.size() < 2 ? "" : arguments[1];
    const bool isKnown = about.empty() || about == "all" || commandNamed(about) != nullptr ||
                         rowFor(about, {}) != nullptr;
    if (isKnown) return helpOn(about);
    return about.starts_with('-') ? unknownOption(about, {}) : unknownCommand(about);
}

/// The refusal of an option that does not belong to the use. It names the commands that have it.
std::unexpected<Problem> notOf(const OptionRow& row, std::string_view use) {
    std::string to;
    for (const OptionRow& one : optionRows()) {
        if (one.name != row.name) continue;
        for (const std::string_view each : pieces(one.to, ' '))
            to += (to.empty() ? "" : ", ") + (each == "methods" ? std::string("the methods")
                                              : each == "matrices"
                                                  ? std::string("the methods except joint")
                                                  : std::string(each));
    }
    std::string remedy = "It works with: " + to + '.';
    if (row.name == "--hide") remedy = "Exclude a token from the results with --exclude.";
    return usage(std::string(row.name) + " has no effect on " + std::string(use) + ".",
                 std::move(remedy));
}

}  // namespace

Result<Options> parseOptions(std::span<const std::string_view> arguments, bool isForTerminal) {
    if (auto help = parseHelp(arguments); !help || *help != nullptr) return help;
    const auto parts = split(arguments);
    if (!parts) return std::unexpected(parts.error());
    const bool hasModel =
        std::ranges::find(parts->options, "--model", &Argument::name) != parts->options.end();
    auto options = begunBy(parts->words, hasModel, isForTerminal);
    if (!options) return options;
    CommandOptions& own = **options;
    if (auto good = takePresets(own, parts->options); !good) return std::unexpected(good.error());
    std::vector<std::string_view> given;
    for (const auto& [name, value] : parts->options) {
        const OptionRow& row = *rowFor(name, own.uses);
        if (!belongs(row, own.uses)) return notOf(row, own.uses.front());
        if (auto good = row.take(own, name, value); !good) return std::unexpected(good.error());
        given.push_back(name);
    }
    const CommandRow& row = rowOf(own);
    if (auto good = row.work.check(own, given); !good) return std::unexpected(good.error());
    if (row.show != nullptr && own.format == Format::text) {
        own.isTable = true;
        own.format = Format::json;
    }
    return options;
}

}  // namespace hw::cli
