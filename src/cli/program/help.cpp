// SPDX-License-Identifier: MIT
// The help, made from the tables of commands and options.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "cli/program/command_table.h"
#include "cli/program/parse_options.h"
#include "core/model/methods.h"
#include "core/model/setting_fields.h"
#include "model/service/run_questions.h"

namespace hw::cli {
namespace {

constexpr std::size_t textAt = 26;  ///< where the second column begins
constexpr std::size_t widest = 100;

/// Groups that take one line in the help of every command, which only names their options.
constexpr std::string_view alwaysFolded = "Fields of a link";

void appendLine(std::string& help, std::string line, std::string_view text) {
    if (line.size() + 2 > textAt) line += '\n' + std::string(textAt, ' ');
    line.resize(std::max(line.size(), textAt), ' ');
    help += line;
    for (const char c : text) {
        help += c;
        if (c == '\n') help.append(textAt, ' ');
    }
    help += '\n';
}

void appendOption(std::string& help, const OptionRow& row) {
    std::string line = "  " + std::string(row.name);
    if (!row.argument.empty()) line += ' ' + std::string(row.argument);
    appendLine(help, std::move(line), row.text);
}

/// Words that are wrapped below a heading.
void appendList(std::string& help, const std::vector<std::string_view>& words) {
    std::string line = " ";
    for (const std::string_view word : words) {
        if (line.size() + 1 + word.size() > widest) {
            help += line + '\n';
            line = " ";
        }
        line += ' ' + std::string(word);
    }
    help += line + '\n';
}

/// Groups that a command's help lists completely. Others take one line each.
bool isOpen(std::string_view group, const CommandRow& command) {
    if (group == alwaysFolded) return false;
    if (command.input != "FILE" && command.name != "batch") return true;
    if (command.name == "batch")
        return group == "Data set" || group == "Experiment" || group == "Output";
    if (group == "Settings") return fromName<Method>(command.name).has_value();
    if (group == "Reading a file") return command.name == "info";
    return group != "Model" && group != "Writing" && group != "Question" &&
           group != "Scores of tokens";
}

/// Whether a setting means anything for the command's method.
bool hasSetting(const OptionRow& row, const CommandRow& command) {
    const auto method = fromName<Method>(command.name);
    if (!method || row.group != "Settings") return true;
    bool has = row.name == "--preset" && specOf(*method).hasSteps;
    forEachSetting([&](const auto& field) {
        if (!field.option.empty() && row.name.substr(2) == field.option)
            has = field.methods.has(*method);
    });
    return has;
}

/// The headings, in the order of the rows.
std::vector<std::string_view> groupsOf(const std::vector<const OptionRow*>& rows) {
    std::vector<std::string_view> groups;
    for (const OptionRow* row : rows)
        if (std::ranges::find(groups, row->group) == groups.end()) groups.push_back(row->group);
    return groups;
}

std::string questionLines(bool withArguments) {
    std::string help = "\nQuestions (docs/ask.md)\n";
    const auto names = service::questionNames();
    if (!withArguments) {
        appendList(help, {names.begin(), names.end()});
        return help;
    }
    for (const std::string_view name : names) {
        std::string list;
        for (const service::Field& one : service::argumentsOf(name))
            list.append(list.empty() ? "" : ", ").append(one.name);
        appendLine(help, "  " + std::string(name), list);
    }
    return help;
}

std::string commandLines() {
    std::string help;
    std::string_view group;
    for (const CommandRow& row : commandRows()) {
        if (row.group != group) help += '\n' + std::string(row.group) + '\n';
        group = row.group;
        appendLine(help, "  " + std::string(row.name) + ' ' + std::string(row.input), row.text);
    }
    return help;
}

std::string overview() {
    return "Usage: headwaters COMMAND FILE|MODEL [options]\n\n"
           "Attention weights of a Transformer, read as raw attention, rollout and flow. Nothing "
           "leaves this\n"
           "machine.\n" +
           commandLines() +
           "\nFILE is any form the page opens, or a link with data; - reads standard "
           "input. MODEL is a\n"
           "folder, a .gguf file, or the name of a model that a hub's program has stored. Layers "
           "count from 1, at\n"
           "the input; heads, tokens and examples count from 0.\n\n"
           "headwaters COMMAND --help  one command: usage, examples, options\n"
           "headwaters help --OPTION   all about one option\n"
           "headwaters help all        everything\n\n"
           "Exit codes: 0 success, 1 the input cannot be used, 2 the command line is wrong "
           "(docs/command_line.md).\n";
}

std::string sentenceOf(std::string_view text) {
    std::string sentence(text);
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    return sentence + '.';
}

std::string commandHelp(const CommandRow& command) {
    std::string help = "Usage: headwaters " + std::string(command.name) + ' ' +
                       std::string(command.input) + (command.input.empty() ? "" : " ") +
                       "[options]\n\n" + sentenceOf(command.text) + '\n';
    if (!command.more.empty()) help += std::string(command.more) + '\n';
    if (!command.needs.empty())
        help += std::string(command.input) + " is " + std::string(command.needs) + ".\n";
    help += "\nExamples\n";
    for (const std::string_view example : pieces(command.examples, '\n'))
        help += "  headwaters " + std::string(command.name) + ' ' + std::string(example) + '\n';
    std::vector<const OptionRow*> rows;
    for (const OptionRow& row : optionRows())
        if (!row.group.empty() && belongs(row, usesOf(command)) && hasSetting(row, command))
            rows.push_back(&row);
    std::string folded;
    for (const std::string_view group : groupsOf(rows)) {
        const bool isFull = isOpen(group, command);
        std::string& to = isFull ? help : folded;
        to += '\n' + std::string(group) + (isFull ? "\n" : " (headwaters help --OPTION)\n");
        std::vector<std::string_view> names;
        for (const OptionRow* row : rows) {
            if (row->group != group) continue;
            if (isFull) appendOption(to, *row);
            names.push_back(row->name);
        }
        if (!isFull) appendList(to, names);
    }
    if (command.name == "ask") help += questionLines(false);
    return help + folded;
}

/// The help of all options with this name, one per command.
std::string optionHelp(std::string_view name) {
    std::string help;
    for (const OptionRow& row : optionRows()) {
        if (row.name != name) continue;
        appendOption(help, row);
        if (!row.more.empty()) appendLine(help, "", row.more);
        appendLine(help, "", "of: " + std::string(row.to));
    }
    if (name == "--question") help += questionLines(true);
    return help;
}

std::string everything() {
    std::string help = overview();
    std::vector<const OptionRow*> rows;
    for (const OptionRow& row : optionRows())
        if (!row.group.empty()) rows.push_back(&row);
    for (const std::string_view group : groupsOf(rows)) {
        help += '\n' + std::string(group) + '\n';
        std::vector<std::string_view> names;
        for (const OptionRow* row : rows) {
            if (row->group != group) continue;
            names.push_back(row->name);
            if (group == alwaysFolded) continue;
            appendOption(help, *row);
            if (!row->more.empty()) appendLine(help, "", row->more);
        }
        if (group != alwaysFolded) continue;
        help += "  with values as in a link:\n";
        // Indented, since each word is a name and not a row.
        std::string list;
        appendList(list, names);
        for (const std::string_view line : pieces(list, '\n'))
            if (!line.empty()) help += "    " + std::string(line) + '\n';
    }
    return help + questionLines(true);
}

}  // namespace

std::string helpText(std::string_view about) {
    if (about.empty()) return overview();
    if (about == "all") return everything();
    if (about.starts_with('-')) return optionHelp(about);
    return commandHelp(*commandNamed(about));
}

}  // namespace hw::cli
