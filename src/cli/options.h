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
#include "core/model/divisor.h"
#include "core/model/settings.h"
#include "core/problem.h"
#include "core/statistics/spearman.h"
#include "io/link/pack.h"
#include "io/open.h"
#include "io/write/export.h"

namespace hw::cli {

enum class Format { text, json, csv };

/// `--token`, unresolved. Tokens given as text are looked up once the file is open.
struct TokenChoice {
    OutputJoin join = OutputJoin::sum;
    std::vector<std::string> tokens;  ///< numbers or texts. Empty with mean and max for all
};

/// `--segments`, for queries and keys. 0 = A, 1 = B.
struct Segments {
    int queries = 0;
    int keys = 0;
};

/// `--size` in CSS pixels, 0 for the size of the drawing.
struct FigureSize {
    int width = 0;
    int height = 0;
};

/// The file format of a figure.
enum class FigureFile { svg, pdf, png };

/// The figure, its file and its paper.
struct FigureRequest {
    std::string view;    ///< the figure's name. Empty for the one of the link's view
    std::string state;   ///< a link's fragment, or the URL with it
    std::string second;  ///< a file to compare with, as "the file that was open before"
    std::string out;     ///< a file, or empty for standard output
    FigureSize size;
    bool dark = false;
    bool hasTitle = true;
    bool hasCaption = true;
    float millimetres = 0;           ///< the width of a print, 0 for a screen
    std::optional<float> points;     ///< text size in a print, 7.5 by default
    int palette = 0;                 ///< figure::Palette
    std::optional<FigureFile> file;  ///< by default from the ending of `out`, else SVG
    int dotsPerInch = 300;
    std::vector<std::pair<std::string, std::string>> fields;    ///< fields of a link, key and value
    std::vector<std::pair<std::string, std::string>> settings;  ///< option and value, in order
};

/// The output format of batch.
enum class BatchFormat { jsonl, csv, npy };

/// The units that an experiment cuts.
enum class ExperimentUnits { edges, heads, tokens, patches };

/// The options of batch experiment.
struct BatchExperiment {
    ExperimentUnits units = ExperimentUnits::edges;
    std::vector<std::string> methods;  ///< also for batch why. Empty for all that rank such units
    int most = 64;                     ///< max. units that are cut
    int draws = 20;                    ///< random controls of each method and text
    int seed = 1;
};

/// The options of every command. A command's own options derive from it, with the parts that it shares with others.
struct CommandOptions {
    /// The command. For batch, the computation and then "batch". OptionRow::to lists them.
    std::vector<std::string_view> uses;
    std::string file;  ///< the word after the command, such as a file, a model or a shell
    Format format = Format::text;
    bool hasColour = false;  ///< in tables
    CsvCells cells = CsvCells::asTheyAre;
    bool isTable = false;  ///< the table that CommandRow::show draws from the JSON
    bool quiet = false;    ///< no warnings on standard error
    virtual ~CommandOptions() = default;
};

/// A part of a command's options, null if the command does not have it.
template <class Part>
Part* partOf(CommandOptions& options) {
    return dynamic_cast<Part*>(&options);
}
template <class Part>
const Part* partOf(const CommandOptions& options) {
    return dynamic_cast<const Part*>(&options);
}

/// The data that a command needs from a model's run.
struct RunNeeds {
    bool gradients = false;
    bool rankings = false;  ///< every method's ranking is compared with the scores
    bool scores = false;    ///< hiding each token, if no score is named
};

/// Options of commands that read a file, or run a model.
struct InputOptions : CommandOptions {
    std::vector<std::string> namedFiles;  ///< files named in the values of options
    OpenOptions reading;
    std::uint64_t memoryBytes = defaultMemory();
    bool isMemoryGiven = false;
    ModelOptions model;

    virtual RunNeeds runNeeds() const { return {}; }
};

struct SettingOptions {
    Settings settings;
};
struct ThreadOptions {
    int threads = 0;  ///< 0 for one per processor in batch, and one in others
};
/// `--by`
struct GroupOptions {
    std::optional<bool> byWords;  ///< test the tokens of a word together
};
/// `--out` of run and ask
struct OutOptions {
    std::string out;  ///< a file, or empty for standard output
};
/// For batch and merge.
struct FolderOptions {
    std::vector<std::string> files;
    std::string out;  ///< a folder
};
struct TieOptions {
    TieRanks ranks = TieRanks::average;
};

struct InfoOptions : InputOptions {
    int example = 0;
    bool isExampleGiven = false;
};

/// The choice of an example's weights.
struct WeightOptions : InfoOptions, SettingOptions {
    Method method = Method::rollout;
    std::optional<TokenChoice> token;
    std::optional<Part> part;
    std::optional<bool> ofContributions;  ///< --weights: contributions or attentions
    std::optional<int> layer;             ///< zero-based
    /// --exclude: key tokens for methods (number, text, or "special"), texts of tokens for rankings.
    std::vector<std::string> exclude;
};

struct CorrelateOptions : WeightOptions, TieOptions {
    RunNeeds runNeeds() const override { return {.rankings = true, .scores = true}; }
};

struct ExplainOptions : WeightOptions {
    std::optional<TokenChoice> input;
    int terms = 16;

    RunNeeds runNeeds() const override;
};

struct LinkOptions : WeightOptions {
    io::PackOptions pack;
};

struct SaveOptions : WeightOptions {};

/// How the weights of an example are shown.
struct DisplayOptions : WeightOptions {
    Divisor over = Divisor::nothing;      ///< the divisor of values
    bool words = false;                   ///< by words instead of tokens
    std::vector<std::vector<int>> spans;  ///< tokens combined to one, each ascending
    std::optional<Segments> segments;     ///< which of two texts attends to which
    bool renormalise = false;             ///< divide the rest by its sum
};

struct MethodOptions : DisplayOptions {
    bool relative = false;
    bool certificate = false;

    RunNeeds runNeeds() const override;
};

struct FigureOptions : DisplayOptions {
    FigureRequest figure;

    RunNeeds runNeeds() const override;
};

struct BatchOptions : MethodOptions, FolderOptions, TieOptions, ThreadOptions, GroupOptions {
    bool correlates = false;   ///< the table of faithfulness instead of a method
    bool summarises = false;   ///< the data set page's numbers, instead of a method
    bool experiments = false;  ///< curves of cut runs, instead of a method
    bool asksWhy = false;      ///< how often known words are found, instead of a method
    BatchExperiment experiment;
    BatchFormat form = BatchFormat::jsonl;
    bool partial = false;  ///< write sums for merge

    bool isOfMethod() const { return !correlates && !summarises && !runsTexts(); }
    /// A model runs on each text, and its table over all texts is written at the end.
    bool runsTexts() const { return experiments || asksWhy; }
    RunNeeds runNeeds() const override;
};

struct MergeOptions : CommandOptions, FolderOptions {};

struct TokenizeOptions : InputOptions {
    std::string texts;  ///< a file, or - for standard input
};

struct RunOptions : InputOptions, OutOptions, ThreadOptions {
    std::optional<int> position;  ///< only its outputs are written
    std::optional<int> generate;  ///< max. tokens that are written
    double temperature = 0;       ///< how the next token is chosen (model::Sampling)
    int topK = 0;
    double topP = 1;
    int seed = 0;
};

struct AskOptions : InputOptions, OutOptions, ThreadOptions {
    std::vector<service::Cut> cuts;  ///< each on its own
    std::string question;            ///< `--question`. Empty for effects of the cuts, and scores
    std::vector<std::string> arguments;  ///< of the question, as NAME=VALUE
};

struct CircuitOptions : InputOptions, OutOptions {
    std::string pairs;                        ///< a file, or - for standard input
    std::string scoring = "eap-ig";           ///< circuit::ScoreKind
    std::string metric = "logit_difference";  ///< circuit::Metric
    std::optional<double> share;              ///< of the edges; else found by the test
    bool all = false;                         ///< everything, not only the circuit and its test
};

struct TrainOptions : CommandOptions {
    std::string out;           ///< a folder for the model, or empty
    int seed = 1;              ///< of weights and sequences
    std::optional<int> steps;  ///< in place of the recipe's
    std::optional<int> at;     ///< the step that is saved, the last by default
};

struct WhyOptions : InputOptions, SettingOptions, GroupOptions {
    /// Attention leaves out sinks by default.
    WhyOptions() { settings.sinks = SinkUse::exclude; }
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
