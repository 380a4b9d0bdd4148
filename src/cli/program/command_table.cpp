// SPDX-License-Identifier: MIT
#include "cli/program/command_table.h"

#include <algorithm>
#include <type_traits>

#include "cli/circuit/circuit.h"
#include "cli/commands.h"
#include "cli/model/model_run.h"
#include "cli/model/why.h"
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

constexpr std::string_view ofWeights =
    "web/samples/agreement-keys.json\n"
    "web/samples/agreement-keys.json --token 6 --format csv\n"
    "--model web/models/agreement --text \"the keys to the cabinet [MASK] on the table\"";
constexpr std::string_view ofGradients =
    "web/samples/negation-gradients.json\n"
    "web/samples/negation-gradients.json --format csv\n"
    "--model web/models/agreement --text \"the keys [MASK] here\" --target are-is";
constexpr std::string_view ofJoint =
    "web/samples/agreement-keys.json\n"
    "web/samples/agreement-keys.json --layer 3\n"
    "web/samples/agreement-keys.json --source 6";

template <class Own>
const Own& own(const CommandOptions& options) {
    return static_cast<const Own&>(options);
}

Result<std::string> readsNone(const Document& /*document*/, const CommandOptions& options) {
    return usage(std::string(options.uses.back()) + " reads no document.");
}

/// For batch and merge, which write their answers to files.
template <class Own, auto check>
constexpr CommandWork fileWork{
    []() -> std::unique_ptr<CommandOptions> { return std::make_unique<Own>(); },
    [](const CommandOptions& options, Given given) { return check(own<Own>(options), given); },
    nullptr, readsNone};

template <class Own, auto check, auto answer>
constexpr CommandWork work{
    fileWork<Own, check>.begin, fileWork<Own, check>.check,
    [](const CommandOptions& options, std::vector<Problem>& warnings) -> Result<std::string> {
        return answer(own<Own>(options), warnings);
    },
    readsNone};

/// For commands that read a document. info lists warnings in its answer.
template <class Own, auto check, auto text>
constexpr CommandWork documentWork{
    fileWork<Own, check>.begin, fileWork<Own, check>.check,
    [](const CommandOptions& options, std::vector<Problem>& warnings) -> Result<std::string> {
        const auto document = documentOf(own<Own>(options));
        if (!document) return std::unexpected(document.error());
        if constexpr (!std::is_same_v<Own, InfoOptions>) warnings = document->warnings;
        if constexpr (std::is_same_v<Own, MethodOptions>)
            noteSinks(*document, own<Own>(options), warnings);
        return text(*document, own<Own>(options));
    },
    [](const Document& document, const CommandOptions& options) {
        return text(document, own<Own>(options));
    }};

constexpr CommandRow otherCommands[] = {
    {"explain", "FILE", attentionGroup, "how one number arises: its largest terms", neededFile,
     "web/samples/agreement-keys.json --token 6 --input 2\n"
     "web/samples/agreement-keys.json --token 6 --input keys --method flow --layer 2\n"
     "web/samples/agreement-keys.json --token 6 --input 2 --format json",
     documentWork<ExplainOptions, checkExplain, explainText>},
    {"correlate", "FILE", attentionGroup, "rank correlation of every method with the file's scores",
     neededFile,
     "web/samples/agreement-keys.json\n"
     "web/samples/agreement-keys.json --among all\n"
     "web/samples/agreement-keys.json --format csv",
     documentWork<CorrelateOptions, checkCorrelate, correlateText>,
     "Spearman's, with intervals and p: is it more than chance?"},
    {"info", "FILE", filesGroup, "show a file's contents and problems", neededFile,
     "web/samples/agreement-keys.json\n"
     "web/samples/agreement-keys.json --format json\n"
     "--model web/models/agreement --text \"the keys [MASK] here\"",
     documentWork<InfoOptions, checkReading, infoText>},
    {"figure", "FILE", filesGroup, "a figure as on the page, as SVG, PDF or PNG", neededFile,
     "web/samples/agreement-keys.json --out bars.svg\n"
     "web/samples/agreement-keys.json --view matrix --layer 3 --out matrix.pdf\n"
     "web/samples/agreement-keys.json --width 83mm --plain --out column.pdf",
     work<FigureOptions, checkFigure, figureAnswer>,
     "The file equals the page's own (Export) for the same link."},
    {"link", "FILE", filesGroup, "a link that holds the data", neededFile,
     "web/samples/agreement-keys.json\n"
     "web/samples/agreement-keys.json --data heads --layer 2\n"
     "web/samples/agreement-keys.json --format json",
     documentWork<LinkOptions, checkSent, linkText>,
     "It is what stands behind the page's address. Settings, --layer and --token go into it; its "
     "length, its\n"
     "error and what is left out go to standard error."},
    {"save", "FILE", filesGroup, "everything in one file that opens where it was left", neededFile,
     "web/samples/agreement-keys.json > kept.headwaters.json\n"
     "web/samples/agreement-keys.json --layer 3 --token 6 > layer3.headwaters.json\n"
     "--model web/models/agreement --text \"the keys [MASK] here\" > run.headwaters.json",
     documentWork<SaveOptions, checkSent, saveText>},
    {"why", "MODEL", modelsGroup, "which word matters most, and how sure that is", neededModel,
     "web/models/agreement --text \"the keys to the cabinet [MASK] on the table\"\n"
     "web/models/agreement --text \"the keys [MASK] here\" --target are-is --by tokens\n"
     "web/models/agreement --text \"the keys [MASK] here\" --test-words mask --format json",
     work<WhyOptions, checkWhy, whyText>,
     "A table; in a pipe JSON with a number for each token (docs/why.md).", nullptr, true},
    {"circuit", "MODEL", modelsGroup, "which heads and MLPs carry an answer, and a test of that",
     neededModel,
     "web/models/agreement --pairs pairs.jsonl\n"
     "web/models/agreement --pairs pairs.jsonl --out circuit.json\n"
     "web/models/agreement --pairs pairs.jsonl --score eap --share 0.02",
     work<CircuitOptions, checkCircuit, circuitText>,
     "MIB's JSON of the circuit, with faithfulness and intervals (docs/circuits.md)."},
    {"ask", "MODEL", modelsGroup, "why this answer: scores of tokens, cuts, gradients", neededModel,
     "web/models/agreement --text \"the keys to the cabinet [MASK] on the table\" --target are-is\n"
     "web/models/agreement --text \"the keys [MASK] here\" --cut-head 2:0 --cut \"3:*:3>2\"\n"
     "web/models/agreement --text \"the keys [MASK] here\" --question lens --with position=3 "
     "--with count=5",
     work<AskOptions, checkAsk, askText>, "", askAnswerTable},
    {"run", "MODEL", modelsGroup, "run a model on a text: its attention and answers", neededModel,
     "web/models/agreement --text \"the keys [MASK] here\"\n"
     "web/models/agreement --text \"the keys [MASK] here\" --out run.npz\n"
     "web/models/agreement --text \"the keys [MASK] here\" --position 2 --out run.safetensors",
     work<RunOptions, checkRun, runAnswer>, "", nullptr, true},
    {"tokenize", "MODEL", modelsGroup, "the tokens of texts, by the model's tokenizer",
     "a model: a folder, a tokenizer.json, a .gguf file or the name of one that a hub's program "
     "has stored",
     "web/models/agreement --text \"the keys to the cabinet\"\n"
     "web/models/agreement --text \"the keys\" --pair \"the cabinet\"\n"
     "web/models/agreement --texts - < texts.json",
     work<TokenizeOptions, checkTokenize, tokenizeText>,
     "For each text: ids, tokens, offsets (start and end in code points), type_ids, special.",
     tokenTable},
    {"model", "MODEL", modelsGroup, "what a model is, and what it will need", neededModel,
     "web/models/agreement\n"
     "web/models/agreement --format json\n"
     "web/models/agreement/model.safetensors",
     work<InputOptions, checkNothing, modelText>},
    {"train", "RECIPE", modelsGroup, "train a small transformer, as the page does",
     "a recipe, such as copy, or a JSON file with one",
     "copy --steps 200\n"
     "largest --seed 2 --out largest\n"
     "first --steps 60 --format json",
     fileWork<TrainOptions, checkTrain>,
     "Recipes: largest, copy, agreement, add, recall, first, reverse, sort, add23, and variations "
     "that fail\n"
     "(docs/train.md). In a pipe it prints a JSON object for each step.",
     nullptr, true},
    {"batch", "METHOD FILE...", setsGroup, "a method over a data set, into a folder",
     "a method, correlate, summary, experiment or why, and files",
     "rollout web/samples/agreement-keys.json web/samples/negation.json --out results\n"
     "correlate web/samples/agreement-keys.json --out correlations --partial\n"
     "experiment texts.txt --model web/models/agreement --out cuts --most 4 --draws 5",
     fileWork<BatchOptions, checkBatch>,
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
    {"merge", "DIR...", setsGroup, "several batches as one",
     "the folders that batch correlate --partial or batch summary wrote",
     "correlations\n"
     "correlations --format json\n"
     "correlations --format csv",
     fileWork<MergeOptions, checkMerge>,
     "Prints correlate's table for all examples at once, or joins summaries into --out DIR. "
     "Intervals and p\n"
     "need each folder's record.jsonl."},
    {"completion", "SHELL", programGroup, "completion for bash, zsh or fish",
     "a shell: bash, zsh or fish",
     "bash > headwaters.bash\n"
     "zsh > _headwaters\n"
     "fish > headwaters.fish",
     work<CommandOptions, checkNothing, completionAnswer>,
     "bash: source <(headwaters completion bash)"},
    {"manual", "", programGroup, "the manual page, for man", "",
     "> headwaters.1\n"
     "| grep -c .TP\n"
     "| head -n 3",
     work<CommandOptions, checkNothing, manualAnswer>, "headwaters manual | man -l -"},
    {"help", "[COMMAND|--OPTION|all]", programGroup, "about a command or an option", "",
     "ask\n"
     "--target\n"
     "all",
     work<CommandOptions, checkNothing, helpAnswer>},
};

std::vector<CommandRow> allRows() {
    std::vector<CommandRow> rows;
    for (const Method method : every<Method>()) {
        const auto& examples = specOf(method).joinsOutputs     ? ofJoint
                               : specOf(method).needsGradients ? ofGradients
                                                               : ofWeights;
        rows.push_back(CommandRow{
            nameOf(method), "FILE", attentionGroup, textsOf(method).help, neededFile, examples,
            documentWork<MethodOptions, checkMethod, methodAnswer>, "", methodTable});
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

const CommandRow& rowOf(const CommandOptions& options) {
    return *commandNamed(options.uses.back());
}

std::vector<std::string_view> usesOf(const CommandRow& row) {
    if (row.name == "batch") return {row.name, "experiment"};
    return {row.name};
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
