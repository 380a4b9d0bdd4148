// SPDX-License-Identifier: MIT
#include "cli/program/command_table.h"

#include <algorithm>

#include "cli/model/model_run.h"
#include "cli/program/answer.h"
#include "cli/program/completion.h"
#include "core/model/methods.h"

namespace hw::cli {
namespace {

constexpr std::string_view attentionGroup = "Methods on attention";
constexpr std::string_view filesGroup = "Files, figures and links";
constexpr std::string_view modelsGroup = "Models";
constexpr std::string_view setsGroup = "Data sets";
constexpr std::string_view programGroup = "The program";

constexpr std::string_view neededFile =
    "a file with attention, a link with its data, or - for standard input; or --model M --text T";
constexpr std::string_view neededModel =
    "a model: a folder, a .gguf file or the name of one that a hub's program has stored";

constexpr std::array<std::string_view, 3> ofWeights{
    "web/samples/agreement-keys.json", "web/samples/agreement-keys.json --token 6 --format csv",
    "--model web/models/agreement --text \"the keys to the cabinet [MASK] on the table\""};
constexpr std::array<std::string_view, 3> ofGradients{
    "web/samples/negation-gradients.json", "web/samples/negation-gradients.json --format csv",
    "--model web/models/agreement --text \"the keys [MASK] here\" --target are-is"};
constexpr std::array<std::string_view, 3> ofJoint{"web/samples/agreement-keys.json",
                                                  "web/samples/agreement-keys.json --layer 3",
                                                  "web/samples/agreement-keys.json --source 6"};

constexpr CommandRow otherCommands[] = {
    {"explain",
     Command::explain,
     "FILE",
     attentionGroup,
     "how one number arises: its largest terms",
     neededFile,
     {"web/samples/agreement-keys.json --token 6 --input 2",
      "web/samples/agreement-keys.json --token 6 --input keys --method flow --layer 2",
      "web/samples/agreement-keys.json --token 6 --input 2 --format json"},
     documentAnswer},
    {"correlate",
     Command::correlate,
     "FILE",
     attentionGroup,
     "rank correlation of every method with the file's scores",
     neededFile,
     {"web/samples/agreement-keys.json", "web/samples/agreement-keys.json --among all",
      "web/samples/agreement-keys.json --format csv"},
     documentAnswer,
     "Spearman's, with intervals and p: is it more than chance?"},
    {"info",
     Command::info,
     "FILE",
     filesGroup,
     "show a file's contents and problems",
     neededFile,
     {"web/samples/agreement-keys.json", "web/samples/agreement-keys.json --format json",
      "--model web/models/agreement --text \"the keys [MASK] here\""},
     documentAnswer},
    {"figure",
     Command::figure,
     "FILE",
     filesGroup,
     "a figure as on the page, as SVG, PDF or PNG",
     neededFile,
     {"web/samples/agreement-keys.json --out bars.svg",
      "web/samples/agreement-keys.json --view matrix --layer 3 --out matrix.pdf",
      "web/samples/agreement-keys.json --width 83mm --plain --out column.pdf"},
     figureAnswer,
     "The file equals the page's own (Export) for the same link."},
    {"link",
     Command::link,
     "FILE",
     filesGroup,
     "a link that holds the data",
     neededFile,
     {"web/samples/agreement-keys.json", "web/samples/agreement-keys.json --data heads --layer 2",
      "web/samples/agreement-keys.json --format json"},
     documentAnswer,
     "It is what stands behind the page's address. Settings, --layer and --token go into it; its "
     "length, its\n"
     "error and what is left out go to standard error."},
    {"save",
     Command::save,
     "FILE",
     filesGroup,
     "everything in one file that opens where it was left",
     neededFile,
     {"web/samples/agreement-keys.json > kept.headwaters.json",
      "web/samples/agreement-keys.json --layer 3 --token 6 > layer3.headwaters.json",
      "--model web/models/agreement --text \"the keys [MASK] here\" > run.headwaters.json"},
     documentAnswer},
    {"why",
     Command::why,
     "MODEL",
     modelsGroup,
     "which word matters most, and how sure that is",
     neededModel,
     {"web/models/agreement --text \"the keys to the cabinet [MASK] on the table\"",
      "web/models/agreement --text \"the keys [MASK] here\" --target are-is --by tokens",
      "web/models/agreement --text \"the keys [MASK] here\" --test-words mask --format json"},
     modelAnswer,
     "A table; in a pipe JSON with a number for each token (docs/why.md)."},
    {"ask",
     Command::ask,
     "MODEL",
     modelsGroup,
     "why this answer: scores of tokens, cuts, gradients",
     neededModel,
     {"web/models/agreement --text \"the keys to the cabinet [MASK] on the table\" --target are-is",
      "web/models/agreement --text \"the keys [MASK] here\" --cut-head 2:0 --cut \"3:*:3>2\"",
      "web/models/agreement --text \"the keys [MASK] here\" --question lens --with position=3 "
      "--with count=5"},
     modelAnswer,
     {},
     shownAsk},
    {"run",
     Command::run,
     "MODEL",
     modelsGroup,
     "run a model on a text: its attention and answers",
     neededModel,
     {"web/models/agreement --text \"the keys [MASK] here\"",
      "web/models/agreement --text \"the keys [MASK] here\" --out run.npz",
      "web/models/agreement --text \"the keys [MASK] here\" --position 2 --out run.safetensors"},
     modelAnswer},
    {"tokenize",
     Command::tokenize,
     "MODEL",
     modelsGroup,
     "the tokens of texts, by the model's tokenizer",
     "a model: a folder, a tokenizer.json, a .gguf file or the name of one that a hub's program "
     "has stored",
     {"web/models/agreement --text \"the keys to the cabinet\"",
      "web/models/agreement --text \"the keys\" --pair \"the cabinet\"",
      "web/models/agreement --texts - < texts.json"},
     modelAnswer,
     "For each text: ids, tokens, offsets (start and end in code points), type_ids, special.",
     shownTokens},
    {"model",
     Command::model,
     "MODEL",
     modelsGroup,
     "what a model is, and what it will need",
     neededModel,
     {"web/models/agreement", "web/models/agreement --format json",
      "web/models/agreement/model.safetensors"},
     modelAnswer},
    {"batch",
     Command::batch,
     "METHOD FILE...",
     setsGroup,
     "a method over a data set, into a folder",
     "a method, correlate, summary, experiment or why, and files",
     {"rollout web/samples/agreement-keys.json web/samples/negation.json --out results",
      "correlate web/samples/agreement-keys.json --out correlations --partial",
      "experiment texts.txt --model web/models/agreement --out cuts --most 4 --draws 5"},
     nullptr,
     "FILE is any file that opens (also .gz, .npz), a folder or an archive (tar, zip) with what is "
     "in it, JSON\n"
     "Lines with an analysis a line, or - for any of these on standard input. All options of the "
     "method\n"
     "count, too, apart from --example.\n"
     "correlate    as the command, over all files\n"
     "summary      what the data set page shows: dataset.headwaters.jsonl\n"
     "experiment   cut what methods rank highest, with random cuts as controls: curves, areas, "
     "tests (Holm)\n"
     "why          how often each method puts a word first that is known to matter (docs/why.md)\n"
     "DIR/failed.jsonl lists what could not be used, and the exit code is 1; warnings.jsonl has "
     "the warnings."},
    {"merge",
     Command::merge,
     "DIR...",
     setsGroup,
     "several batches as one",
     "the folders that batch correlate --partial or batch summary wrote",
     {"correlations", "correlations --format json", "correlations --format csv"},
     nullptr,
     "Prints correlate's table for all examples at once, or joins summaries into --out DIR. "
     "Intervals and p\n"
     "need each folder's record.jsonl."},
    {"completion",
     Command::completion,
     "SHELL",
     programGroup,
     "completion for bash, zsh or fish",
     "a shell: bash, zsh or fish",
     {"bash > headwaters.bash", "zsh > _headwaters", "fish > headwaters.fish"},
     completionAnswer,
     "bash: source <(headwaters completion bash)"},
    {"manual",
     Command::manual,
     "",
     programGroup,
     "the manual page, for man",
     {},
     {"> headwaters.1", "| grep -c .TP", "| head -n 3"},
     manualAnswer,
     "headwaters manual | man -l -"},
    {"help",
     Command::help,
     "[COMMAND|--OPTION|all]",
     programGroup,
     "about a command or an option",
     {},
     {"ask", "--target", "all"},
     nullptr},
};

std::vector<CommandRow> allRows() {
    std::vector<CommandRow> rows;
    for (const Method method : every<Method>()) {
        const auto& examples = specOf(method).joinsOutputs     ? ofJoint
                               : specOf(method).needsGradients ? ofGradients
                                                               : ofWeights;
        rows.push_back(CommandRow{nameOf(method),
                                  Command::method,
                                  "FILE",
                                  attentionGroup,
                                  textsOf(method).help,
                                  neededFile,
                                  examples,
                                  documentAnswer,
                                  {},
                                  methodTable});
    }
    rows.insert(rows.end(), std::begin(otherCommands), std::end(otherCommands));
    return rows;
}

}  // namespace

const std::vector<CommandRow>& commandRows() {
    static const std::vector<CommandRow> rows = allRows();
    return rows;
}

const CommandRow* commandNamed(std::string_view name) {
    const auto found = std::ranges::find(commandRows(), name, &CommandRow::name);
    return found == commandRows().end() ? nullptr : &*found;
}

std::vector<std::string_view> usesOf(const Options& options) {
    const BatchOptions& batch = options.batch;
    if (options.command == Command::method) return {nameOf(options.method)};
    if (options.command != Command::batch) {
        const auto row = std::ranges::find(commandRows(), options.command, &CommandRow::command);
        return row == commandRows().end() ? std::vector<std::string_view>()
                                          : std::vector{row->name};
    }
    return {batch.correlates    ? "correlate"
            : batch.summarises  ? "summary"
            : batch.experiments ? "experiment"
            : batch.asksWhy     ? "why"
                                : nameOf(options.method),
            "batch"};
}

bool isListed(std::string_view list, std::string_view use) {
    const auto method = fromName<Method>(use);
    for (const std::string_view one : pieces(list, ' ')) {
        if (one == use || one == "all" || (method && one == "methods")) return true;
        if (method && one == "matrices" && !specOf(*method).joinsOutputs) return true;
    }
    return false;
}

bool belongs(const OptionRow& row, const std::vector<std::string_view>& uses) {
    return std::ranges::any_of(uses, [&](std::string_view use) { return isListed(row.to, use); });
}

}  // namespace hw::cli
