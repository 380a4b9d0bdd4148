// SPDX-License-Identifier: MIT
#include "cli/program/checks.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments/numbers.h"
#include "cli/batch/experiment/experiment_options.h"
#include "cli/display_options.h"
#include "cli/model/model_run.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"
#include "core/model/setting_fields.h"

namespace hw::cli {
namespace {

Result<void> firstOf(std::initializer_list<Result<void>> checks) {
    const auto* const bad =
        std::ranges::find_if(checks, [](const Result<void>& one) { return !one; });
    return bad == checks.end() ? Result<void>() : *bad;
}

// --- options that do nothing -------------------------------------------------------------------

/// Options that have no effect if `isIdle` is true.
struct Idle {
    std::string_view options;  ///< with spaces between
    bool isIdle;
    std::string_view remedy;
};

Result<void> refuseIdle(const CommandOptions& options, Given given,
                        std::initializer_list<Idle> rules) {
    for (const auto& [names, isIdle, remedy] : rules)
        for (const std::string_view name : pieces(names, ' '))
            if (isIdle && std::ranges::find(given, name) != given.end())
                return usage(std::string(name) + " has no effect on " +
                                 std::string(options.uses.front()) + ".",
                             std::string(remedy));
    return {};
}

Idle steps(const std::vector<std::string>& scores) {
    return {"--steps", std::ranges::find(scores, "integrated-gradients") == scores.end(),
            "It works only with the score integrated-gradients."};
}

Idle rankedPart(const WeightOptions& options) {
    return {"--part", options.part != Part::encoder, "Scores belong to the encoder's tokens."};
}

bool weighsByGradients(const WeightOptions& options) {
    return specOf(options.method).needsGradients ||
           options.settings.fusion == HeadFusion::gradientNorm ||
           (options.method == Method::joint && options.settings.jointForm != JointForm::attention);
}

/// Refuses settings that have no effect on the method.
Result<void> checkSettings(const WeightOptions& options, Given given, Method method) {
    Result<void> found;
    forEachSetting([&](const auto& field) {
        const bool matters = field.matters == nullptr || field.matters(options.settings, 0);
        const std::string name = "--" + std::string(field.option);
        if (found && !(field.methods.has(method) && matters))
            found = refuseIdle(options, given, {{name, true, "Remove it."}});
    });
    return found;
}

Result<void> checkWeighing(const WeightOptions& options, Given given, bool hasSteps) {
    return firstOf(
        {refuseIdle(options, given,
                    {{"--target --as", !weighsByGradients(options),
                      "It works only with methods that use gradients."},
                     {"--preset", !hasSteps,
                      "It works only with methods that have steps, such as rollout and flow."}}),
         checkSettings(options, given, options.method)});
}

/// The only method that a figure shows, if its options fix one.
std::optional<Method> shownMethod(const FigureRequest& figure) {
    constexpr std::array<std::string_view, 2> several{"compare", "faithfulness"};
    if (!figure.state.empty() || std::ranges::find(several, figure.view) != several.end())
        return std::nullopt;
    auto method = Method::rollout;
    for (const auto& [field, value] : figure.fields)
        if (field == "method") method = fromName<Method>(value).value_or(method);
    return method;
}

// --- options that need each other ---------------------------------------------------------------

Result<void> checkForm(const CommandOptions& options, bool isCsv) {
    if (options.cells == CsvCells::safe && !isCsv)
        return usage("--csv-safe needs --format csv.", "Add it, or remove --csv-safe.");
    return {};
}

Result<void> checkInputs(const ModelOptions& own) {
    if (own.isChat && (own.pair || own.output))
        return usage("--chat takes one text.", "Remove --pair and --output.");
    if (!own.said.empty() && (!own.isChat || own.said.size() % 2 != 0))
        return usage("--said needs --chat, and pairs of a message and its answer.",
                     "Write for example --said Hello --said \"Hi!\" --chat --text \"And you?\".");
    const bool isWriting = own.recipe.beams != 1 || own.mostTokens != 0;
    if (own.output && isWriting)
        return usage("--output can't be combined with --beams or --max-tokens.",
                     "Remove --output or the others.");
    if (!own.sound.empty() &&
        (own.text || own.pair || own.isChat || own.output || !own.images.empty()))
        return usage("--sound can't be combined with a text or a picture.",
                     "Remove --text, --pair, --output, --chat and --image.");
    const bool isAboutSound =
        !own.language.empty() || !own.task.empty() || own.outputIds || !own.recipe.silent.empty();
    if (isAboutSound && own.sound.empty())
        return usage("--language, --task, --silent and --output-ids need --sound.");
    if (own.outputIds && isWriting)
        return usage("--output-ids can't be combined with --beams or --max-tokens.",
                     "Remove --output-ids or the others.");
    if (own.splitsImages && own.images.empty()) return usage("--split-images needs --image.");
    if (!own.recipe.wiped.empty() && own.images.empty()) return usage("--wiped needs --image.");
    if (!own.classes.empty() && own.images.empty()) return usage("--class needs --image.");
    return {};
}

Result<void> checkRunning(const ModelOptions& own) {
    if (auto good = checkInputs(own); !good) return good;
    if (!own.text && own.images.empty() && own.sound.empty())
        return usage("The text is missing.",
                     "Add --text, a picture with --image, or a sound with --sound.");
    return {};
}

Result<void> checkDisplay(const DisplayOptions& options) {
    if (options.renormalise && !excludesTokens(options))
        return usage("--renormalise needs --exclude or --segments.");
    return {};
}

Result<void> checkCertificate(const MethodOptions& options) {
    if (!options.certificate) return {};
    if (merges(options) || excludesTokens(options))
        return usage("Certificates are for single tokens, not words.",
                     "Remove --words, --spans, --segments and --exclude.");
    if (options.over != Divisor::nothing)
        return usage("A certificate proves a flow, not a ratio.", "Remove --over.");
    return {};
}

}  // namespace

Result<void> checkNothing(const CommandOptions& /*options*/, Given /*given*/) { return {}; }

Result<void> checkReading(const InputOptions& options, Given /*given*/) {
    const ModelOptions& own = options.model;
    const bool hasModel = !own.model.empty();
    if (auto good = checkInputs(own); !good) return good;
    if ((!own.name.empty() || own.recipe.step >= 0) && !hasModel)
        return usage(own.name.empty() ? "--step needs a model." : "--name needs a model.",
                     "Name one with --model.");
    const bool asksModel = !own.target.empty() || own.as || own.gradients || !own.scores.empty() ||
                           !own.testWords.empty();
    if (asksModel && !hasModel)
        return usage("--target, --as, --scores, --test-words and --gradients need a model.",
                     "Name one with --model.");
    if (partOf<BatchOptions>(options) != nullptr) {
        if (own.text || own.pair || !own.images.empty() || !own.sound.empty())
            return usage("batch reads texts only from files.",
                         "Name a file with one text per line instead of --text.");
    } else if ((own.text.has_value() || !own.images.empty() || !own.sound.empty()) != hasModel) {
        return usage("--model needs --text, --image or --sound, and they need --model.",
                     "Give both.");
    } else if (own.pair && !hasModel) {
        return usage("--pair needs --model.");
    }
    if (hasModel && options.reading != OpenOptions{.ignoreKeys = options.reading.ignoreKeys})
        return usage("Options for reading files don't work with --model.",
                     "Remove --softmax, --average-heads, --tokens and similar.");
    if (options.reading.ignoreKeys && !hasModel)
        return usage("--ignore-keys needs a model.", "Name one with --model.");
    return {};
}

Result<void> checkSent(const WeightOptions& options, Given given) {
    const ModelOptions& model = options.model;
    const bool isAsked = !model.scores.empty() || model.gradients || weighsByGradients(options);
    return firstOf(
        {checkReading(options, given),
         refuseIdle(options, given,
                    {steps(model.scores),
                     {"--target --as", !isAsked, "It works only with --scores or --gradients."}})});
}

Result<void> checkMethod(const MethodOptions& options, Given given) {
    return firstOf({checkDisplay(options), checkCertificate(options), checkReading(options, given),
                    checkWeighing(options, given, specOf(options.method).hasSteps),
                    checkForm(options, options.format == Format::csv)});
}

Result<void> checkCorrelate(const CorrelateOptions& options, Given given) {
    return firstOf({checkReading(options, given),
                    refuseIdle(options, given, {steps(options.model.scores), rankedPart(options)}),
                    checkForm(options, options.format == Format::csv)});
}

Result<void> checkExplain(const ExplainOptions& options, Given given) {
    return firstOf({checkReading(options, given), checkWeighing(options, given, true)});
}

Result<void> checkFigure(const FigureOptions& options, Given given) {
    const FigureRequest& figure = options.figure;
    if (auto good = checkDisplay(options); !good) return good;
    if (figure.points && figure.millimetres == 0)
        return usage("--font-size needs --width.", "Add one, such as --width 83mm.");
    if (figure.millimetres > 0 && figure.size.width > 0)
        return usage("--size (pixels) and --width (paper) can't be combined.",
                     "Remove one of them.");
    const std::optional<Method> method = shownMethod(figure);
    return firstOf({checkSent(options, given),
                    method ? checkSettings(options, given, *method) : Result<void>()});
}

Result<void> checkBatch(const BatchOptions& options, Given given) {
    if (auto good =
            firstOf({checkDisplay(options), checkCertificate(options), checkExperiment(options)});
        !good)
        return good;
    if (options.out.empty())
        return usage("batch needs --out.", "Name a folder. It is created if necessary.");
    if (options.isExampleGiven)
        return usage("batch always uses every example.", "Remove --example.");
    if (options.partial && !options.correlates)
        return usage("--partial works only with batch correlate.",
                     "Results of other methods need no merging.");
    if (options.summarises && options.form != BatchFormat::jsonl)
        return usage("batch summary always writes JSON Lines.", "Remove --format.");
    if (std::ranges::count(options.files, "-") > 1)
        return usage("Standard input is named twice.", "Name - once.");
    std::vector<std::string> scores = options.model.scores;
    scores.insert(scores.end(), options.experiment.methods.begin(),
                  options.experiment.methods.end());
    Idle part = rankedPart(options);
    part.isIdle = part.isIdle && options.correlates;
    return firstOf({checkReading(options, given), refuseIdle(options, given, {steps(scores), part}),
                    options.isOfMethod()
                        ? checkWeighing(options, given, specOf(options.method).hasSteps)
                        : Result<void>(),
                    checkForm(options, options.form == BatchFormat::csv)});
}

Result<void> checkMerge(const MergeOptions& options, Given /*given*/) {
    return checkForm(options, options.format == Format::csv);
}

Result<void> checkTokenize(const TokenizeOptions& options, Given /*given*/) {
    if (options.texts.empty() && !options.model.text)
        return usage("The texts are missing.",
                     "Add --text TEXT, or --texts FILE with a JSON list (- for standard input).");
    if (!options.texts.empty() && (options.model.text || options.model.pair))
        return usage("--text and --texts can't be combined.", "Remove one of them.");
    return checkInputs(options.model);
}

Result<void> checkRun(const RunOptions& options, Given given) {
    const ModelOptions& own = options.model;
    const auto isGiven = [&](std::string_view name) {
        return std::ranges::find(given, name) != given.end();
    };
    if (!options.generate &&
        std::ranges::any_of(pieces("--temperature --top-k --top-p --seed", ' '), isGiven))
        return usage("--temperature, --top-k, --top-p and --seed need --generate.",
                     "Add the number of new tokens, such as --generate 40.");
    if (options.generate && (!own.text || own.pair))
        return usage("--generate continues a single text.",
                     "Give one with --text, without --pair.");
    return firstOf(
        {checkRunning(own),
         refuseIdle(options, given,
                    {{"--top-k --top-p --seed", options.temperature == 0,
                      "Add --temperature. Without it, the likeliest token is chosen."}})});
}

Result<void> checkAsk(const AskOptions& options, Given given) {
    const ModelOptions& own = options.model;
    if (auto good = checkRunning(own); !good) return good;
    if (own.gradients && options.out.empty())
        return usage("--gradients needs --out.", "Name a file that ends in .safetensors.");
    if (!options.out.empty() && !options.out.ends_with(".safetensors"))
        return usage("ask writes only .safetensors files.", "Change the ending of --out.");
    if (auto good = checkQuestionOptions(options); !good) return good;
    // A mean is the mean of a head's outputs. Weights do not have one.
    for (const service::Cut& cut : options.cuts)
        if (own.recipe.rule == service::Rule::mean &&
            (cut.kind == service::CutKind::edges || cut.kind == service::CutKind::minimum))
            return usage("--rule mean works only with heads.",
                         "Cut heads with --cut-head, or use --rule zero or renormalise.");
    return refuseIdle(
        options, given,
        {steps(own.scores),
         {"--rule", options.cuts.empty(), "It works only with cuts. Add --cut or --cut-head."}});
}

Result<void> checkCircuit(const CircuitOptions& options, Given given) {
    if (options.pairs.empty()) return usage("circuit needs --pairs.", "Name a list of pairs.");
    return refuseIdle(options, given, {{"--score --share", options.all, "Remove it, or --all."}});
}

Result<void> checkTrain(const TrainOptions& options, Given /*given*/) {
    if (options.at && options.out.empty())
        return usage("--at needs --out.", "Name the folder for the model.");
    return {};
}

Result<void> checkWhy(const WhyOptions& options, Given given) {
    if (auto good = checkRunning(options.model); !good) return good;
    if (options.model.testWords.size() > 1)
        return usage("why takes only one word test.", "Name one, such as --test-words mask.");
    return refuseIdle(options, given, {steps(options.model.scores)});
}

}  // namespace hw::cli
