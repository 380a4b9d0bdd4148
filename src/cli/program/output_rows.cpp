// SPDX-License-Identifier: MIT
// Options for output: formats, links, figures.
#include <algorithm>
#include <array>

#include "cli/figure/figure_options.h"
#include "cli/program/option_row.h"

namespace hw::cli {
namespace {

template <bool hasCsv>
Result<void> takeFormat(CommandOptions& options, std::string_view name, std::string_view value) {
    constexpr std::array<std::string_view, 3> formats{"text", "json", "csv"};
    const auto found = std::ranges::find(formats, value);
    if (found == formats.end() || (value == "csv" && !hasCsv))
        return badValue(name, value,
                        hasCsv ? "Use one of: text, json, csv." : "Use one of: text, json.");
    options.format = static_cast<Format>(found - formats.begin());
    return {};
}

Result<void> takeBatchFormat(CommandOptions& options, std::string_view name,
                             std::string_view value) {
    const auto format = fromName<BatchFormat>(value);
    if (!format) return badValue(name, value, "Use one of: jsonl, csv, npy.");
    memberOf(options, &BatchOptions::form) = *format;
    return {};
}

Result<void> takeJson(CommandOptions& options, std::string_view, std::string_view) {
    options.format = Format::json;
    return {};
}

Result<void> takeColour(CommandOptions& options, std::string_view name, std::string_view value) {
    if (value != "auto" && value != "always" && value != "never")
        return badValue(name, value, "Use one of: auto, always, never.");
    if (value != "auto") options.hasColour = value == "always";
    return {};
}

Result<void> takeSafeCells(CommandOptions& options, std::string_view, std::string_view) {
    options.cells = CsvCells::safe;
    return {};
}

Result<void> takeFolder(CommandOptions& options, std::string_view name, std::string_view value) {
    if (value.empty()) return badValue(name, value, "Name a folder.");
    memberOf(options, &FolderOptions::out) = value;
    return {};
}

Result<void> takeData(CommandOptions& options, std::string_view name, std::string_view value) {
    const auto data = fromName<io::PackData>(value);
    if (!data) return badValue(name, value, "Use one of: fused, heads.");
    memberOf(options, &LinkOptions::pack).data = *data;
    return {};
}

constexpr TakeOption takeDrawn = takeBy<applyFigure>;

Result<void> turnOnFigure(CommandOptions& options, std::string_view name, std::string_view) {
    applyFigureSwitch(memberOf(options, &FigureOptions::figure), name);
    return {};
}

constexpr std::string_view outputGroup = "Output";
constexpr std::string_view linkGroup = "Link";
constexpr std::string_view figureGroup = "Figure";

constexpr OptionRow outputTable[] = {
    {"--format", "jsonl|csv|npy", "batch", outputGroup, "the form of results; default jsonl",
     takeBatchFormat,
     "jsonl: results.jsonl has what the command prints for each example, behind its file, line\n"
     "(from 1, of JSON Lines) and example, in the order of the inputs\n"
     "csv: results.csv has a line a number: file, line, example, layer, query, key, value\n"
     "npy: values.npy is [examples][layers][queries][keys] if all are alike, else one after the\n"
     "other; an element an example: line, example, first_layer (from 0), layers, queries, keys,\n"
     "offset (into values), each .npy; examples.jsonl has files and tokens"},
    {"--format", "FORM", "info methods correlate merge", outputGroup, "text, json or csv",
     takeFormat<true>,
     "text is a table: without it the form of methods on a terminal, and of info and correlate\n"
     "everywhere; in a pipe methods print JSON"},
    {"--format", "FORM", "explain link model why ask run tokenize train", outputGroup,
     "text or json", takeFormat<false>,
     "text is a table: without it the form of ask, why, run, tokenize and train on a terminal, and "
     "of\n"
     "explain, link and model everywhere; in a pipe the others print JSON"},
    {"--json", "", "info methods correlate explain link merge model why ask run tokenize train",
     outputGroup, "JSON on a terminal, too", takeJson},
    {"--color", "WHEN", "methods ask run tokenize", outputGroup,
     "colours of a table: auto (default), always, never", takeColour,
     "auto: on a terminal, unless NO_COLOR is set"},
    {"--csv-safe", "", "methods correlate summary experiment merge", outputGroup,
     "(csv) an apostrophe before texts that a spreadsheet takes for formulas", takeSafeCells,
     "those that begin with = + - @, a tab or an apostrophe"},
    {"--out", "DIR", "batch merge", outputGroup, "where results go; is made", takeFolder,
     "Called again with the same words batch goes on where it was stopped, by DIR/record.jsonl, "
     "and\n"
     "tries again what failed; an input that has changed since fails. One program at a time\n"
     "writes into DIR"},
    {"--out", "FILE", "run ask", outputGroup, "write a file; run: .json, .npz, .safetensors",
     takeText<&OutOptions::out>,
     ".json and .npz open in the page; .safetensors has attention, hidden, and logits or "
     "embedding,\n"
     "as numbers"},
    {"--out", "FILE", "circuit", outputGroup, "where the JSON goes; default: standard output",
     takeText<&OutOptions::out>},
    {"--out", "DIR", "train", outputGroup, "save the model: config.json, tokenizer, weights",
     takeText<&TrainOptions::out>, "the transformers library and the page open the folder"},
    {"--out", "FILE", "figure", outputGroup, "where it goes; default: standard output", takeDrawn},
    {"--quiet", "", "all", outputGroup, "no warnings about the file on standard error",
     turnOn<&CommandOptions::quiet>},
    {"--data", "fused|heads", "link", linkGroup, "one matrix per layer (default), or every head",
     takeData},
    {"--error", "E", "link", linkGroup, "what bars may be off by; default 0.002",
     takeDecimal<&LinkOptions::pack, &io::PackOptions::maxError>},
    {"--room", "N", "link", linkGroup,
     "drop scores and picture if the link exceeds N characters; default 8000",
     takeWhole<&LinkOptions::pack, &io::PackOptions::room>, "0: never"},
    {"--state", "LINK", "figure", figureGroup,
     "the view of a link: its fields, or the whole address", takeDrawn,
     "options beside it change it. FILE is the data, whatever the link says"},
    {"--second", "FILE", "figure", figureGroup, "another file to compare with", takeDrawn,
     "as if it had been open before; a link's own is not fetched"},
    {"--size", "W or WxH", "figure", figureGroup, "size in CSS pixels; default: 720 wide",
     takeDrawn},
    {"--width", "LENGTH", "figure", figureGroup, "for a paper: 83mm (a column), 170mm (two), 3.3in",
     takeDrawn},
    {"--font-size", "POINTS", "figure", figureGroup, "of its text on paper; default: 7.5",
     takeDrawn},
    {"--pdf", "", "figure", figureGroup,
     "a PDF, its fonts inside; so does a name that ends in .pdf", turnOnFigure},
    {"--png", "", "figure", figureGroup, "a PNG", turnOnFigure},
    {"--dpi", "N", "figure", figureGroup, "dots per inch of a PNG; default: 300", takeDrawn},
    {"--palette", "PALETTE", "figure", figureGroup, "own (default); safe: colour-blind safe; grey",
     takeDrawn},
    {"--theme", "light|dark", "figure", figureGroup,
     "white paper (default) or the page's dark ground", takeDrawn},
    {"--no-title", "", "figure", figureGroup, "without heading", turnOnFigure},
    {"--no-caption", "", "figure", figureGroup, "without caption", turnOnFigure},
    {"--plain", "", "figure", figureGroup, "without both: for a document that has its own",
     turnOnFigure},
};

}  // namespace

std::span<const OptionRow> outputRows() { return outputTable; }

}  // namespace hw::cli
