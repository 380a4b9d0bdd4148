// SPDX-License-Identifier: MIT
#include "cli/program/check_belongs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "cli/arguments/numbers.h"
#include "cli/model/apply_model.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"
#include "core/model/setting_fields.h"

namespace hw::cli {
namespace {

/// An option and what it is of: commands and methods by their names, "methods" for all of these, "matrices" for all but joint, and
/// batch's own by theirs.
struct Belongs {
    std::string_view option;
    std::string_view to;
};

/// The commands that read a file, or a model's run in place of one.
constexpr std::string_view readers = "info methods correlate summary explain link save figure";

constexpr Belongs rows[] = {
    {"--normalise-rows", readers},
    {"--absolute", readers},
    {"--transpose", readers},
    {"--softmax", readers},
    {"--keep-padding", readers},
    {"--axes", readers},
    {"--average-heads", readers},
    {"--half", readers},
    {"--memory", readers},
    {"--tokens", readers},
    {"--decoder-tokens", readers},
    {"--first-tokens", readers},
    {"--missing-share", readers},
    {"--layers-from", readers},
    {"--format", "info methods correlate summary experiment explain link save merge model why"},
    {"--text",
     "info methods correlate summary experiment explain link save figure tokenize run ask why"},
    {"--pair",
     "info methods correlate summary experiment explain link save figure tokenize run ask why"},
    {"--image", "info methods correlate summary explain link save figure run ask why"},
    {"--token", "methods correlate summary explain link save figure"},
    {"--source", "methods correlate summary explain link save figure"},
    {"--example", "info methods explain link save figure"},
    {"--part", "methods correlate explain figure"},
    {"--weights", "raw rollout flow correlate summary explain figure"},
    {"--words", "matrices figure"},
    {"--spans", "matrices figure"},
    {"--segments", "matrices figure"},
    {"--exclude", "matrices correlate summary experiment figure"},
    {"--renormalise", "matrices figure"},
    {"--layer", "flow joint explain link save figure"},
    {"--ranks", "correlate summary"},
    {"--csv-safe", "methods correlate summary experiment merge"},
    {"--among", "correlate summary experiment ask figure"},
    {"--data", "link"},
    {"--error", "link"},
    {"--room", "link"},
    {"--method", "explain figure"},
    {"--input", "explain"},
    {"--terms", "explain figure"},
    {"--test-words", "correlate summary experiment ask why save"},
    {"--scores", "correlate summary ask save link figure"},
    {"--target", "methods correlate summary experiment explain link save figure ask why"},
    {"--as", "methods correlate summary experiment explain link save figure ask why"},
    {"--by", "why"},
    {"--gradients", "info summary save figure ask"},
    {"--question", "ask"},
    {"--with", "ask"},
    {"--swap-text", "ask"},
    {"--swap-places", "ask"},
    {"--rule", "ask experiment"},
    {"--steps", "ask why correlate summary experiment save"},
};

/// What the command line is a call of.
std::string_view useOf(const Options& options) {
    switch (options.command) {
        case Command::info: return "info";
        case Command::method: return nameOf(options.method);
        case Command::correlate: return "correlate";
        case Command::explain: return "explain";
        case Command::link: return "link";
        case Command::save: return "save";
        case Command::figure: return "figure";
        case Command::batch:
            return options.batch.correlates    ? "correlate"
                   : options.batch.summarises  ? "summary"
                   : options.batch.experiments ? "experiment"
                   : options.batch.asksWhy     ? "why"
                                               : nameOf(options.method);
        case Command::merge: return "merge";
        case Command::tokenize: return "tokenize";
        case Command::run: return "run";
        case Command::model: return "model";
        case Command::ask: return "ask";
        case Command::why: return "why";
        case Command::help:
        case Command::version: break;
    }
    return {};
}

/// Whether a score of that name is asked for.
bool names(const Options& options, std::string_view score) {
    for (const auto* list : {&options.model.scores, &options.batch.experiment.methods})
        if (std::ranges::find(*list, score) != list->end()) return true;
    return false;
}

bool weighsByGradients(const Options& options) {
    return specOf(options.method).needsGradients ||
           options.settings.fusion == HeadFusion::gradientNorm ||
           (options.method == Method::joint && options.settings.jointForm != JointForm::attention);
}

/// The only method that a figure shows, where its options say so.
std::optional<Method> shownMethod(const Options& options) {
    if (!options.figure.state.empty()) return std::nullopt;
    constexpr std::array<std::string_view, 2> several{"compare", "faithfulness"};
    if (std::ranges::find(several, options.figure.view) != several.end()) return std::nullopt;
    auto method = Method::rollout;
    for (const auto& [field, value] : options.figure.fields)
        if (field == "method") method = fromName<Method>(value).value_or(method);
    return method;
}

/// Whether the setting does anything for what is computed.
template <class Field>
bool counts(const Field& field, const Options& options, std::string_view use) {
    if (isListed("correlate summary link save", use)) return true;
    const bool matters = field.matters == nullptr || field.matters(options.settings, 0);
    if (use == "why") return field.option == "sinks";
    if (use == "figure")
        return !shownMethod(options) || (field.methods.has(*shownMethod(options)) && matters);
    if (use != "explain" && !fromName<Method>(use)) return false;
    return field.methods.has(options.method) && matters;
}

}  // namespace

bool isListed(std::string_view list, std::string_view use) {
    const auto method = fromName<Method>(use);
    for (const std::string_view one : pieces(list, ' ')) {
        if (one == use || (method && one == "methods")) return true;
        if (method && one == "matrices" && !specOf(*method).joinsOutputs) return true;
    }
    return false;
}

Result<void> checkBelongs(const Options& options, std::span<const std::string_view> given) {
    const std::string_view use = useOf(options);
    const auto refuse = [&](std::string_view option, std::string remedy) {
        return usage(std::string(option) + " has no effect on " + std::string(use) + ".",
                     std::move(remedy));
    };
    for (const std::string_view name : given) {
        const std::string_view option =
            name == "--leave-out" ? "--exclude" : name;  // its older name
        if (recipeOption(option) != nullptr && !isListed("ask run", use) &&
            options.command != Command::why)
            return refuse(option, "It belongs to: ask, run, why.");
        const auto* const found = std::ranges::find(rows, option, &Belongs::option);
        if (found != std::end(rows) && !isListed(found->to, use)) {
            std::string to;
            for (const std::string_view one : pieces(found->to, ' '))
                to += (to.empty() ? "" : ", ") + (one == "methods" ? std::string("the methods")
                                                  : one == "matrices"
                                                      ? std::string("the methods except joint")
                                                      : std::string(one));
            return refuse(option, "It belongs to: " + to + '.');
        }
        if (option == "--steps" && !names(options, "integrated-gradients"))
            return refuse(option, "It belongs to the score integrated-gradients.");
        // Importance scores belong to the encoder's tokens, or to the only ones.
        if (option == "--part" && (use == "correlate" || use == "summary") &&
            options.part != Part::encoder)
            return refuse(option, "Scores are of the encoder's tokens.");
        const bool isOfAnswer = option == "--target" || option == "--as";
        if (isOfAnswer && isListed("methods explain", use) && !weighsByGradients(options))
            return refuse(option, "It belongs to methods that weigh by gradients.");
        if (isOfAnswer && isListed("link save figure", use) && options.model.scores.empty() &&
            !options.model.gradients && !weighsByGradients(options))
            return refuse(option, "It is about --scores or --gradients: ask for some.");
        if (option == "--rule" && use == "ask" && options.model.cuts.empty())
            return refuse(option, "It is about cuts: name some with --cut or --cut-head.");
        const bool isDrawn = option == "--top-k" || option == "--top-p" || option == "--seed";
        if (isDrawn && use == "run" && options.model.write.temperature == 0)
            return refuse(option, "Without --temperature the likeliest token is taken.");
        const auto method = fromName<Method>(use);
        if (option == "--preset" &&
            !(method ? specOf(*method).hasSteps
                     : isListed("correlate summary explain link save figure", use)))
            return refuse(option, "It belongs to methods with steps, such as rollout and flow.");
        if ((option == "--pair" || option == "--class") && options.model.model.empty() &&
            isListed(readers, use))
            return refuse(option, "It belongs to a model: name it with --model.");
        bool isIdle = false;
        forEachSetting([&](const auto& field) {
            if (!field.option.empty() && option == "--" + std::string(field.option))
                isIdle = !counts(field, options, use);
        });
        if (isIdle) return refuse(option, "Leave it out.");
    }
    return {};
}

}  // namespace hw::cli
