// SPDX-License-Identifier: MIT
#include "cli/program/completion.h"

#include <set>

#include "cli/program/command_table.h"

namespace hw::cli {
namespace {

/// The options of a command, each once.
std::vector<const OptionRow*> optionsOf(const CommandRow& command) {
    std::set<std::string_view> known;
    std::vector<const OptionRow*> rows;
    for (const OptionRow& row : optionRows())
        if (!row.group.empty() && belongs(row, usesOf(command)) && known.insert(row.name).second)
            rows.push_back(&row);
    return rows;
}

/// A text between single quotes, for any of the three shells.
std::string quoted(std::string_view text, std::string_view escape) {
    std::string inside = "'";
    for (const char c : text) inside += c == '\'' ? std::string(escape) : std::string(1, c);
    return inside + "'";
}

std::string bashScript() {
    std::string names;
    std::string cases;
    for (const CommandRow& command : commandRows()) {
        names += (names.empty() ? "" : " ") + std::string(command.name);
        cases += "    " + std::string(command.name) + ") words='";
        for (const OptionRow* row : optionsOf(command)) cases += std::string(row->name) + ' ';
        cases += "--help' ;;\n";
    }
    return "# headwaters completion bash > /etc/bash_completion.d/headwaters, or source it\n"
           "_headwaters() {\n"
           "  local current=${COMP_WORDS[COMP_CWORD]} words=''\n"
           "  case ${COMP_WORDS[1]} in\n" +
           cases +
           "  esac\n"
           "  if [ \"$COMP_CWORD\" -eq 1 ]; then words='" +
           names +
           " --help --version'\n"
           "  elif [[ $current != -* ]]; then COMPREPLY=($(compgen -f -- \"$current\")); return; "
           "fi\n"
           "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o filenames -F _headwaters headwaters\n";
}

/// "name:text" for _describe, which ends the name at a colon.
std::string described(std::string_view name, std::string_view text) {
    return quoted(std::string(name) + ':' + std::string(text), "'\\''");
}

std::string zshScript() {
    std::string names;
    std::string cases;
    for (const CommandRow& command : commandRows()) {
        names += "    " + described(command.name, command.text) + '\n';
        cases += "    " + std::string(command.name) + ") options=(\n";
        for (const OptionRow* row : optionsOf(command))
            cases += "      " + described(row->name, row->text) + '\n';
        cases += "    ) ;;\n";
    }
    return "#compdef headwaters\n"
           "# headwaters completion zsh > a folder of $fpath, as _headwaters\n"
           "_headwaters() {\n"
           "  local -a commands options\n"
           "  commands=(\n" +
           names +
           "  )\n"
           "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
           "  case ${words[2]} in\n" +
           cases +
           "  esac\n"
           "  if [[ ${words[CURRENT]} == -* ]]; then _describe -o option options; else _files; fi\n"
           "}\n"
           // Called when sourced, and when the first use loads it from $fpath.
           "if [[ $funcstack[1] == _headwaters ]]; then _headwaters; else compdef _headwaters "
           "headwaters; fi\n";
}

std::string fishScript() {
    std::string script =
        "# headwaters completion fish > ~/.config/fish/completions/headwaters.fish\n";
    for (const CommandRow& command : commandRows()) {
        const std::string name(command.name);
        script += "complete -c headwaters -n __fish_use_subcommand -a " + name + " -d " +
                  quoted(command.text, "\\'") + '\n';
        for (const OptionRow* row : optionsOf(command))
            script += "complete -c headwaters -n '__fish_seen_subcommand_from " + name + "' -l " +
                      std::string(row->name.substr(2)) + (row->argument.empty() ? "" : " -r") +
                      " -d " + quoted(row->text, "\\'") + '\n';
    }
    return script;
}

/// A text for man(7), where a line that begins with . or ' is a request, and - is a hyphen.
std::string roff(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const bool isFirst = line.empty() || line.back() == '\n';
        if (isFirst && (c == '.' || c == '\'')) line += "\\&";
        if (c == '\\')
            line += "\\e";
        else if (c == '-')
            line += "\\-";
        else
            line += c;
    }
    return line;
}

void appendOptions(std::string& page) {
    std::string_view group;
    for (const OptionRow& row : optionRows()) {
        if (row.group.empty() || row.group == "Fields of a link") continue;
        if (row.group != group) page += ".SS " + roff(row.group) + '\n';
        group = row.group;
        page += ".TP\n\\fB" + roff(row.name) + "\\fR";
        if (!row.argument.empty()) page += " \\fI" + roff(row.argument) + "\\fR";
        page += '\n' + roff(row.text) + '\n';
        if (!row.more.empty()) page += ".br\n" + roff(row.more) + '\n';
        page += ".br\nOf: " + roff(row.to) + '\n';
    }
}

}  // namespace

Result<std::string> completionAnswer(const CommandOptions& options, std::vector<Problem>&) {
    if (options.file == "bash") return bashScript();
    if (options.file == "zsh") return zshScript();
    if (options.file == "fish") return fishScript();
    return usage("There is no completion for this shell.", "Use one of: bash, zsh, fish.");
}

Result<std::string> manualAnswer(const CommandOptions&, std::vector<Problem>&) {
    std::string page =
        ".TH HEADWATERS 1\n.SH NAME\nheadwaters \\- attention weights of a Transformer, read as "
        "raw "
        "attention, rollout and flow\n.SH SYNOPSIS\n\\fBheadwaters\\fR \\fICOMMAND\\fR "
        "\\fIFILE\\fR|\\fIMODEL\\fR [options]\n.SH COMMANDS\n";
    for (const CommandRow& command : commandRows()) {
        page += ".TP\n\\fB" + roff(command.name) + "\\fR \\fI" + roff(command.input) + "\\fR\n" +
                roff(command.text) + '\n';
        if (!command.more.empty()) page += ".br\n" + roff(command.more) + '\n';
        page += ".br\nExamples:\n";
        for (const std::string_view example : pieces(command.examples, '\n'))
            page += ".br\n" +
                    roff("headwaters " + std::string(command.name) + ' ' + std::string(example)) +
                    '\n';
    }
    page += ".SH OPTIONS\n";
    appendOptions(page);
    return page +
           ".SH EXIT STATUS\n0 success, 1 the input cannot be used, 2 the command line is wrong.\n";
}

}  // namespace hw::cli
