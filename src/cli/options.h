// SPDX-License-Identifier: MIT
// The command line as data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments/memory.h"
#include "cli/model_options.h"
#include "core/methods/method_stack.h"
#include "core/methods/output_choice.h"
#include "core/model/over.h"
#include "core/model/settings.h"
#include "core/problem.h"
#include "core/statistics/spearman.h"
#include "io/link/pack.h"
#include "io/open.h"
#include "io/write/export.h"

namespace hw::cli {

enum class Command {
    info,
    method,
    correlate,
    explain,
    link,
    save,
    figure,
    batch,
    merge,
    tokenize,
    run,
    model,
    ask,
    why,
    completion,
    manual,
    help,
    version
};
enum class Format { text, json, csv };

/// `--token`, unresolved: tokens given as text are looked up once the file is open.
struct TokenWish {
    OutputJoin join = OutputJoin::sum;
    std::vector<std::string> tokens;  ///< numbers or texts; empty with mean and max: all
};

/// `--segments`: of queries and keys, 0 = A, 1 = B.
struct Segments {
    int queries = 0;
    int keys = 0;
};

/// `--size`: CSS pixels; 0: that of the drawing.
struct FigureSize {
    int width = 0;
    int height = 0;
};

/// What figure writes.
enum class FigureFile { svg, pdf, png };

/// Options of figure.
struct FigureOptions {
    std::string view;    ///< the figure's name; empty: the one for the link's view
    std::string state;   ///< a link's fragment, or the address around it
    std::string second;  ///< a file that is compared with: "the file that was open before"
    std::string out;     ///< a file; empty: standard output
    FigureSize size;
    bool dark = false;
    bool hasTitle = true;
    bool hasCaption = true;
    float millimetres = 0;           ///< the width of a print; 0: of a screen
    std::optional<float> points;     ///< of a print's text; 7.5
    int palette = 0;                 ///< figure::Palette
    std::optional<FigureFile> file;  ///< none: what the name of `out` ends in, else SVG
    int dotsPerInch = 300;
    std::vector<std::pair<std::string, std::string>> fields;    ///< fields of a link, key and value
    std::vector<std::pair<std::string, std::string>> settings;  ///< option and value, in order
};

/// The output format of batch.
enum class BatchFormat { jsonl, csv, npy };

/// What an experiment cuts.
enum class ExperimentUnits { edges, heads, tokens, patches };

/// Options of batch experiment.
struct ExperimentWish {
    ExperimentUnits units = ExperimentUnits::edges;
    std::vector<std::string> methods;  ///< of batch why, too; empty: all that rank such units
    int most = 64;                     ///< units that are cut at most
    int draws = 20;                    ///< random controls of each method and text
    int seed = 1;
};

/// Options of batch, and the folders of merge.
struct BatchOptions {
    bool correlates = false;   ///< the table of faithfulness instead of Options::method
    bool summarises = false;   ///< what the data set page shows, instead of Options::method
    bool experiments = false;  ///< curves of cut runs, instead of Options::method
    bool asksWhy = false;      ///< how often known words are found, instead of Options::method
    ExperimentWish experiment;
    std::vector<std::string> files;
    std::string out;  ///< a folder
    BatchFormat format = BatchFormat::jsonl;
    int threads = 0;       ///< 0: one per processor
    bool partial = false;  ///< write sums for merge

    bool isOfMethod() const { return !correlates && !summarises && !experiments && !asksWhy; }
    /// A model runs on each text, and its table over all texts is written at the end.
    bool runsTexts() const { return experiments || asksWhy; }
};

struct Options {
    Command command = Command::help;
    std::string helpOf;               ///< of help: a command; empty: all
    Method method = Method::rollout;  ///< with Command::method
    std::string file;
    std::vector<std::string> namedFiles;  ///< files that values of options were read from
    Format format = Format::text;
    bool hasColour = false;  ///< of tables
    Settings settings;
    std::optional<TokenWish> token;
    std::optional<Part> part;
    std::optional<bool> ofContributions;  ///< --weights: contributions or attentions
    int example = 0;
    std::optional<int> layer;        ///< zero-based, for flow, joint and explain
    std::optional<TokenWish> input;  ///< of explain
    int terms = 16;                  ///< of explain
    bool isExampleGiven = false;
    bool relative = false;
    Over over = Over::nothing;            ///< what values are divided by
    bool words = false;                   ///< by words instead of tokens
    std::vector<std::vector<int>> spans;  ///< tokens joined to one, each ascending
    std::optional<Segments> segments;     ///< which of two texts looks at which
    /// --exclude: of methods key tokens (number, text, or "special"), of rankings texts of tokens.
    std::vector<std::string> exclude;
    bool renormalise = false;  ///< divide the rest by its sum
    bool certificate = false;
    bool quiet = false;  ///< no warnings on standard error
    OpenOptions reading;
    std::uint64_t memoryBytes = defaultMemory();
    bool isMemoryGiven = false;
    CsvCells cells = CsvCells::asTheyAre;
    TieRanks ranks = TieRanks::average;
    io::PackOptions pack;  ///< of link
    FigureOptions figure;
    BatchOptions batch;
    std::string texts;  ///< of tokenize: a file, or - for standard input
    ModelOptions model;
};

}  // namespace hw::cli

namespace hw {
template <>
struct Names<cli::BatchFormat> {
    static constexpr ChoiceName list[] = {{"jsonl"}, {"csv"}, {"npy"}};
};
template <>
struct Names<cli::ExperimentUnits> {
    static constexpr ChoiceName list[] = {{"edges"}, {"heads"}, {"tokens"}, {"patches"}};
};
}  // namespace hw
