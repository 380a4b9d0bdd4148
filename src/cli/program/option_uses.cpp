// SPDX-License-Identifier: MIT
#include "cli/program/option_uses.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "cli/setting_options.h"
#include "core/model/setting_fields.h"

namespace hw::cli {
namespace {

/// Commands as this table tells them apart: methods by what they take, batch by what it makes.
enum class Taker : unsigned {
    info = 1 << 0,
    method = 1 << 1,  ///< apart from the next two
    flow = 1 << 2,
    joint = 1 << 3,
    correlate = 1 << 4,
    explain = 1 << 5,
    link = 1 << 6,
    save = 1 << 7,
    figure = 1 << 8,
    batchMethod = 1 << 9,
    batchCorrelate = 1 << 10,
    batchSummary = 1 << 11,
    batchExperiment = 1 << 12,
    merge = 1 << 13,
    tokenize = 1 << 14,
    run = 1 << 15,
    model = 1 << 16,
    ask = 1 << 17,
};

constexpr unsigned bits(std::initializer_list<Taker> takers) {
    unsigned all = 0;
    for (const Taker taker : takers) all |= static_cast<unsigned>(taker);
    return all;
}

using enum Taker;

constexpr unsigned methods = bits({method, flow, joint});
constexpr unsigned numbers = methods | bits({explain, batchMethod});  ///< of one method
constexpr unsigned batches = bits({batchMethod, batchCorrelate, batchSummary, batchExperiment});
/// They compute from a file's attention.
constexpr unsigned computing =
    methods | bits({correlate, explain, save, figure, batchMethod, batchCorrelate, batchSummary});
constexpr unsigned setting = computing | bits({link});
constexpr unsigned readers = setting | bits({info});

struct Use {
    std::string_view options;  ///< between blanks
    unsigned takers;
};

constexpr Use uses[] = {
    {"--normalise-rows --absolute --transpose --softmax --keep-padding --axes --average-heads",
     readers},
    {"--half --memory --tokens --decoder-tokens --layers-from --first-tokens --missing-share",
     readers},
    {"--example", readers & ~(batches | bits({correlate}))},
    {"--preset", setting},
    {"--token --source", methods | batches | bits({correlate, explain, link, save, figure})},
    {"--part", readers & ~bits({info, link, save})},
    {"--weights", readers & ~bits({info})},
    {"--words --spans --segments --hide --renormalise", bits({method, flow, figure, batchMethod})},
    {"--leave-out", bits({correlate, figure, batchCorrelate, batchSummary})},
    {"--ranks", bits({correlate, batchCorrelate, batchSummary})},
    {"--layer", bits({flow, joint, explain, link, save, figure, batchMethod})},
    {"--method", bits({explain, figure})},
    {"--input --terms", bits({explain, figure})},
    {"--data --error --room", bits({link})},
    {"--pair --text --image --class", readers | batches | bits({run, ask})},
    {"--chat --said", readers | batches | bits({tokenize, run, ask})},
    {"--threads", batches | bits({run, ask})},
    {"--scores", bits({ask, info, correlate, link, save, figure, batchCorrelate, batchSummary})},
    {"--target --as", numbers | batches | bits({ask, correlate, link, save, figure})},
    {"--steps", bits({ask, correlate, link, save, figure, batchCorrelate, batchSummary})},
    {"--csv-safe", (computing & ~bits({explain, save, figure})) | bits({merge})},
    {"--format", readers | batches | bits({merge, tokenize, model})},
    {"--gradients", bits({ask, info, save, figure, batchSummary})},
};

Taker takerOf(const Options& options) {
    switch (options.command) {
        case Command::info: return info;
        case Command::method:
            return options.method == Method::flow    ? flow
                   : options.method == Method::joint ? joint
                                                     : method;
        case Command::correlate: return correlate;
        case Command::explain: return explain;
        case Command::link: return link;
        case Command::save: return save;
        case Command::figure: return figure;
        case Command::batch:
            return options.batch.correlates    ? batchCorrelate
                   : options.batch.summarises  ? batchSummary
                   : options.batch.experiments ? batchExperiment
                                               : batchMethod;
        case Command::merge: return merge;
        case Command::tokenize: return tokenize;
        case Command::run: return run;
        case Command::model: return model;
        case Command::ask:
        case Command::help:
        case Command::version: break;
    }
    return ask;
}

std::string commandText(const Options& options) {
    constexpr std::pair<Taker, std::string_view> names[] = {{info, "info"},
                                                            {correlate, "correlate"},
                                                            {explain, "explain"},
                                                            {link, "link"},
                                                            {save, "save"},
                                                            {figure, "figure"},
                                                            {batchCorrelate, "batch correlate"},
                                                            {batchSummary, "batch summary"},
                                                            {batchExperiment, "batch experiment"},
                                                            {merge, "merge"},
                                                            {tokenize, "tokenize"},
                                                            {run, "run"},
                                                            {model, "model"},
                                                            {ask, "ask"}};
    const Taker taker = takerOf(options);
    for (const auto& [one, name] : names)
        if (one == taker) return std::string(name);
    return (taker == batchMethod ? "batch " : "") + std::string(nameOf(options.method));
}

/// The methods whose numbers the command gives.
MethodSet methodsOf(const Options& options) {
    switch (takerOf(options)) {
        case method:
        case flow:
        case joint:
        case explain:
        case batchMethod: return methodsThat([&](Method one) { return one == options.method; });
        case correlate:
        case batchCorrelate:
        case batchSummary: return methodsThat([](Method one) { return specOf(one).ranked; });
        default: return allMethods;
    }
}

template <class Field>
bool applies(const Field& field, MethodSet wanted) {
    return (field.methods.bits & wanted.bits) != 0;
}

/// Why a setting does nothing; empty: it does something, or is none.
std::string idleSetting(const Options& options, std::string_view name) {
    std::string why;
    forEachSetting([&](const auto& field) {
        if (field.option.empty() || !name.starts_with("--") || name.substr(2) != field.option)
            return;
        if ((bits({takerOf(options)}) & setting) == 0) {
            why = "with " + commandText(options);
        } else if (!applies(field, methodsOf(options))) {
            why = "with this method";
        } else if (field.matters != nullptr && !field.matters(options.settings, 0)) {
            why = "beside these settings";
        }
    });
    return why;
}

/// Whether the method weighs by gradients, which depend on what is asked.
bool asksModel(const Options& options) {
    return specOf(options.method).needsGradients ||
           options.settings.fusion == HeadFusion::gradientNorm ||
           (options.method == Method::joint && options.settings.jointForm != JointForm::attention);
}

/// Whether all that a preset sets, if anything, is of other methods.
bool isIdlePreset(const Options& options) {
    bool some = false;
    bool own = false;
    const Settings usual;
    forEachSetting([&](const auto& field) {
        if (options.settings.*field.member == usual.*field.member) return;
        some = true;
        own = own || applies(field, methodsOf(options));
    });
    return some && !own;
}

/// Whether the blank-separated list has the word.
bool holds(std::string_view list, std::string_view word) {
    for (std::size_t at = list.find(word); at != std::string_view::npos;
         at = list.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if (end == list.size() || list[end] == ' ') return true;
    }
    return false;
}

}  // namespace

Result<void> checkUses(const Options& options, std::span<const std::string_view> names) {
    const unsigned taker = bits({takerOf(options)});
    for (const std::string_view name : names) {
        const auto* const use =
            std::ranges::find_if(uses, [&](const Use& one) { return holds(one.options, name); });
        std::string why;
        if (use != std::end(uses) && (use->takers & taker) == 0)
            why = "with " + commandText(options);
        const bool cutsLayers = options.method == Method::flow || options.method == Method::joint;
        if (name == "--layer" && takerOf(options) == batchMethod && !cutsLayers)
            why = "with " + commandText(options);
        const bool ofGradients = name == "--target" || name == "--as";
        if ((taker & numbers) != 0 && ((ofGradients && !asksModel(options)) ||
                                       (name == "--weights" && !specOf(options.method).ranked)))
            why = "with this method";
        // Importance scores belong to the encoder's tokens, or to the only ones.
        const bool ranks = (taker & bits({correlate, batchCorrelate, batchSummary})) != 0;
        if (ranks && name == "--part" && options.part != Part::encoder)
            why = "with " + commandText(options);
        const bool keeps = (taker & bits({link, save, figure})) != 0;
        if (ofGradients && keeps && options.model.scores.empty() && !options.model.gradients &&
            !asksModel(options))
            why = "without --scores or --gradients";
        if (why.empty()) why = idleSetting(options, name);
        if (why.empty() && name == "--preset" && isIdlePreset(options)) why = "with this method";
        if (!why.empty())
            return usage(std::string(name) + " does nothing " + why + ".", "Leave it out.");
    }
    return {};
}

}  // namespace hw::cli
