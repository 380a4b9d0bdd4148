// SPDX-License-Identifier: MIT
#include "cli/program/check_belongs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "cli/arguments/numbers.h"
#include "cli/program/command_table.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"
#include "core/model/setting_fields.h"

namespace hw::cli {
namespace {

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

std::unexpected<Problem> notOf(const OptionRow& row, std::string_view use) {
    std::string to;
    for (const OptionRow& one : optionRows()) {
        if (one.name != row.name) continue;
        for (const std::string_view each : pieces(one.to, ' '))
            to += (to.empty() ? "" : ", ") + (each == "methods" ? std::string("the methods")
                                              : each == "matrices"
                                                  ? std::string("the methods except joint")
                                                  : std::string(each));
    }
    std::string remedy = "It belongs to: " + to + '.';
    if (row.name == "--hide") remedy = "Exclude a token from the results with --exclude.";
    return usage(std::string(row.name) + " has no effect on " + std::string(use) + ".",
                 std::move(remedy));
}

Result<void> checkBelongs(const Options& options, std::span<const std::string_view> given) {
    const std::string_view use = usesOf(options).front();
    const auto refuse = [&](std::string_view option, std::string remedy) {
        return usage(std::string(option) + " has no effect on " + std::string(use) + ".",
                     std::move(remedy));
    };
    for (const std::string_view option : given) {
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
