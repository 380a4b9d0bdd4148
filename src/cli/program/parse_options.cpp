// SPDX-License-Identifier: MIT
#include "cli/program/parse_options.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/batch/batch_options.h"
#include "cli/figure/figure_options.h"
#include "cli/model/apply_model.h"
#include "cli/options.h"
#include "cli/program/check_belongs.h"
#include "cli/reading_options.h"
#include "cli/seen_tokens.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"

namespace hw::cli {
namespace {

/// False if there is no such command.
bool chooseCommand(Options& options, std::string_view word) {
    if (const auto method = fromName<Method>(word)) {
        options.command = Command::method;
        options.method = *method;
        return true;
    }
    constexpr std::array<std::pair<std::string_view, Command>, 13> others{
        {{"info", Command::info},
         {"correlate", Command::correlate},
         {"explain", Command::explain},
         {"link", Command::link},
         {"save", Command::save},
         {"figure", Command::figure},
         {"batch", Command::batch},
         {"merge", Command::merge},
         {"tokenize", Command::tokenize},
         {"run", Command::run},
         {"model", Command::model},
         {"ask", Command::ask},
         {"why", Command::why}}};
    for (const auto& [name, command] : others) {
        if (name != word) continue;
        options.command = command;
        return true;
    }
    return false;
}

/// Its answer is text unless --format says otherwise.
bool isForPeople(const Options& options) {
    return options.command != Command::method && options.command != Command::batch;
}

TokenWish tokenWish(std::string_view value) {
    if (value == "mean") return {OutputJoin::mean, {}};
    if (value == "max") return {OutputJoin::max, {}};
    TokenWish wish;
    if (const auto list = pieces(value, ',');
        list.size() > 1 &&
        std::ranges::all_of(list, [](auto piece) { return wholeNumber(piece).has_value(); })) {
        wish.tokens.assign(list.begin(), list.end());
    } else {
        wish.tokens.emplace_back(value);  // a token's text may hold commas
    }
    return wish;
}

/// `--data`, `--error`, `--room`. False if the option is none of these.
Result<bool> applyPack(io::PackOptions& pack, std::string_view name, std::string_view value) {
    if (name == "--data") {
        const auto data = fromName<io::PackData>(value);
        if (!data) return badValue(name, value, "Use one of: fused, heads.");
        pack.data = *data;
        return true;
    }
    if (name != "--error" && name != "--room") return false;
    const NumberRange& range = rangeOf(name);
    const auto number = decimalNumber(value, range);
    if (!number) return badValue(name, value, std::string(range.remedy));
    if (name == "--error")
        pack.maxError = *number;
    else
        pack.room = static_cast<std::size_t>(*number);
    return true;
}

/// Of explain. False if the option is none of these.
Result<bool> applyNumber(Options& options, std::string_view name, std::string_view value) {
    if (name == "--method") {
        const auto method = fromName<Method>(value);
        if (!method) {
            std::string names;
            for (const Method method : every<Method>()) {
                if (!textsOf(method).notExplained.empty()) continue;
                names += (names.empty() ? "" : ", ") + std::string(nameOf(method));
            }
            return badValue(name, value, "Use one of: " + names + ".");
        }
        options.method = *method;
        return true;
    }
    if (name == "--input") {
        options.input = tokenWish(value);
        return true;
    }
    if (name != "--terms") return false;
    const auto number = wholeNumber(value, rangeOf(name));
    if (!number) return badValue(name, value, std::string(rangeOf(name).remedy));
    options.terms = *number;
    return true;
}

/// Options that take a value. False if there is no such option.
Result<bool> applyValue(Options& options, std::string_view name, std::string_view value) {
    if (name == "--preset") return true;  // applied before all others
    const auto model = applyModel(options, name, value);
    if (!model || *model) return model;
    const auto batch = applyBatch(options, name, value);
    if (!batch || *batch) return batch;
    const auto setting = applySetting(options.settings, name, value);
    if (setting && *setting) options.figure.settings.emplace_back(name, value);
    if (!setting || *setting) return setting;
    const auto reading = applyReading(options, name, value);
    if (!reading || *reading) return reading;
    const auto seen = applySeen(options, name, value);
    if (!seen || *seen) return seen;
    const auto pack = applyPack(options.pack, name, value);
    if (!pack || *pack) return pack;
    // explain and a figure's link have options of the same names.
    if (options.command != Command::figure) {
        const auto explained = applyNumber(options, name, value);
        if (!explained || *explained) return explained;
    }
    if (name == "--layer") {
        const auto layer = layerNumber(name, value);
        if (!layer) return std::unexpected(layer.error());
        options.layer = *layer;
        return true;
    }
    if (name == "--token" || name == "--source") {
        options.token = tokenWish(value);
        return true;
    }
    if (name == "--example") {
        const auto number = wholeNumber(value, rangeOf(name));
        if (!number) return badValue(name, value, std::string(rangeOf(name).remedy));
        options.example = *number;
        options.isExampleGiven = true;
        return true;
    }
    if (name == "--ranks") {
        if (value != "average" && value != "dense")
            return badValue(name, value, "Use one of: average, dense.");
        options.ranks = value == "dense" ? TieRanks::dense : TieRanks::average;
        return true;
    }
    if (name == "--format") {
        constexpr std::array<std::string_view, 3> formats{"text", "json", "csv"};
        const auto found = std::ranges::find(formats, value);
        if (found == formats.end()) return badValue(name, value, "Use one of: json, csv.");
        options.format = static_cast<Format>(found - formats.begin());
        return true;
    }
    return applyFigure(options.figure, name, value);
}

bool isSwitch(std::string_view name) {
    return isReadingSwitch(name) || name == "--relative" || name == "--certificate" ||
           name == "--quiet" || name == "--words" || name == "--renormalise" ||
           isFigureSwitch(name) || name == "--partial" || name == "--gradients" ||
           name == "--chat" || name == "--csv-safe" || name == "--help" || name == "-h" ||
           name == "--version";
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
        } else if (isSwitch(argument)) {
            result.options.push_back({argument, {}});
        } else if (const std::size_t equals = argument.find('=');
                   equals != std::string_view::npos) {
            result.options.push_back({argument.substr(0, equals), argument.substr(equals + 1)});
        } else {
            Options probe;
            const auto known = applyValue(probe, argument, "");
            if (known.has_value() && !*known)
                return usage("There is no option " + std::string(argument) + ".");
            if (i + 1 == arguments.size()) return usage(std::string(argument) + " needs a value.");
            result.options.push_back({argument, arguments[++i]});
        }
    }
    return result;
}

Result<void> applySwitch(Options& options, std::string_view name) {
    applyReadingSwitch(options, name);
    if (name == "--quiet") options.quiet = true;
    if (name == "--partial") options.batch.partial = true;
    if (name == "--csv-safe") options.cells = CsvCells::safe;
    if (name == "--gradients") options.model.gradients = true;
    if (name == "--chat") options.model.isChat = true;
    if (name == "--words") options.words = true;
    if (name == "--renormalise") options.renormalise = true;
    if (isFigureSwitch(name)) {
        applyFigureSwitch(options.figure, name);
        options.figure.isAsked = true;
    }
    if (name == "--relative" || name == "--certificate") {
        const bool flow = !isForPeople(options) && !options.batch.correlates &&
                          !options.batch.runsTexts() && options.method == Method::flow;
        if (!flow) return usage(std::string(name) + " belongs to flow.");
        (name == "--relative" ? options.relative : options.certificate) = true;
    }
    return {};
}

Result<void> applyCommand(Options& options, const std::vector<std::string_view>& words,
                          bool hasModel) {
    if (words.empty()) return usage("No command is given.");
    if (!chooseCommand(options, words[0])) {
        return usage("There is no command \"" + std::string(words[0]) + "\".");
    }
    // Its attention leaves them out unless they are asked for.
    if (options.command == Command::why) options.settings.sinks = SinkUse::exclude;
    const bool isPiped = options.command == Command::why && !printsToTerminal();
    options.format = isForPeople(options) && !isPiped ? Format::text : Format::json;
    if (options.command == Command::batch || options.command == Command::merge)
        return applyBatchWords(options, std::span(words).subspan(1));
    if (words.size() == 1 && hasModel) return {};
    if (words.size() < 2)
        return usage("No file is given.", "Name a file, or - for standard input.");
    if (words.size() > 2 || hasModel)
        return usage("There is more than one file.", "Name one, and call the program for each.");
    options.file = words[1];
    return {};
}

}  // namespace

Result<Options> parseOptions(std::span<const std::string_view> arguments) {
    Options options;
    for (const std::string_view argument : arguments) {
        if (argument == "--") break;
        if (argument == "--help" || argument == "-h") {
            Options probe;
            if (chooseCommand(probe, arguments[0])) options.helpOf = arguments[0];
            return options;
        }
        if (argument == "--version") {
            options.command = Command::version;
            return options;
        }
    }
    if (!arguments.empty() && arguments[0] == "help") return options;
    const auto parts = split(arguments);
    if (!parts) return std::unexpected(parts.error());
    const bool hasModel =
        std::ranges::find(parts->options, "--model", &Argument::name) != parts->options.end();
    if (auto good = applyCommand(options, parts->words, hasModel); !good)
        return std::unexpected(good.error());
    for (const auto& [name, value] : parts->options) {
        if (name != "--preset") continue;
        if (auto good = applyPreset(options.settings, value); !good) {
            return std::unexpected(good.error());
        }
        options.figure.settings.emplace_back(name, value);
    }
    for (const auto& [name, value] : parts->options) {
        if (isSwitch(name)) {
            if (auto good = applySwitch(options, name); !good) return std::unexpected(good.error());
            continue;
        }
        const auto known = applyValue(options, name, value);
        if (!known) return std::unexpected(known.error());
        if (!*known) return usage("There is no option " + std::string(name) + ".");
    }
    if (auto good = checkSeen(options); !good) return std::unexpected(good.error());
    if (auto good = checkFigure(options); !good) return std::unexpected(good.error());
    if (auto good = checkBatch(options); !good) return std::unexpected(good.error());
    if (auto good = checkModel(options); !good) return std::unexpected(good.error());
    std::vector<std::string_view> given;
    for (const Argument& one : parts->options) given.push_back(one.name);
    if (auto good = checkBelongs(options, given); !good) return std::unexpected(good.error());
    const bool opensModel = hasModel || options.command == Command::run ||
                            options.command == Command::ask || options.command == Command::why ||
                            options.command == Command::model ||
                            options.command == Command::tokenize;
    if (options.reading.ignoreKeys && !opensModel)
        return usage("--ignore-keys belongs to a model.", "Name one with --model.");
    if (options.format == Format::text && !isForPeople(options)) {
        return badValue("--format", "text", "Use one of: json, csv.");
    }
    const bool isCsv = options.command == Command::batch ? options.batch.format == BatchFormat::csv
                                                         : options.format == Format::csv;
    if (options.cells == CsvCells::safe && !isCsv)
        return usage("--csv-safe belongs to --format csv.", "Give both, or leave it out.");
    const bool noCsv = options.command == Command::link || options.command == Command::explain ||
                       options.command == Command::model || options.command == Command::why;
    if (noCsv && options.format == Format::csv)
        return badValue("--format", "csv", "Use one of: text, json.");
    if (options.command == Command::save && options.format != Format::text)
        return usage("save writes one form alone, headwaters/1.", "Leave --format out.");
    return options;
}

}  // namespace hw::cli
