// SPDX-License-Identifier: MIT
#include "cli/setting_options.h"

#include <algorithm>
#include <utility>

#include "cli/number_options.h"
#include "core/presets.h"
#include "core/setting_names.h"

namespace hw::cli {
namespace {

template <class Choice>
Result<void> choose(Choice& setting, std::string_view option, std::string_view value,
                    std::string_view names) {
    const auto choice = fromName<Choice>(value);
    if (!choice) return badValue(option, value, "Use one of: " + std::string(names) + ".");
    setting = *choice;
    return {};
}

Result<void> setResidual(Settings& settings, std::string_view value) {
    if (value == "fixed") {
        settings.residualKind = Residual::fixed;
        return {};
    }
    const auto number = decimalNumber(value);
    if (!number || *number < 0.0 || *number > 1.0) {
        return badValue("--residual", value, "Use a number from 0 (none) to 1, or fixed.");
    }
    settings.residual = *number;
    return {};
}

Result<void> setDiscard(Settings& settings, std::string_view value) {
    const auto number = decimalNumber(value);
    if (!number || *number < 0.0 || *number >= 1.0) {
        return badValue("--discard", value, "Use a number of at least 0 and below 1.");
    }
    settings.discard = *number;
    return {};
}

Result<void> setProtect(Settings& settings, std::string_view value) {
    const auto token = wholeNumber(value);
    if (!token) {
        const auto good = choose(settings.protect, "--protect", value,
                                 "nothing, diagonal, corner, or the number of a token");
        if (!good || settings.protect != DiscardProtect::token) return good;
        return badValue("--protect", value, "Give the token's number.");
    }
    settings.protect = DiscardProtect::token;
    settings.protectedToken = *token;
    return {};
}

/// "discard-first", or the steps themselves: "fuse,residual,discard,renormalise".
Result<void> setOrder(Settings& settings, std::string_view value) {
    const std::size_t residual = value.find("residual");
    const std::size_t discard = value.find("discard");
    if (residual == std::string_view::npos && discard == std::string_view::npos) {
        return badValue("--order", value,
                        "Use residual-first (fuse,residual,discard,renormalise) or discard-first "
                        "(fuse,discard,residual,renormalise).");
    }
    settings.order = residual < discard ? StepOrder::residualFirst : StepOrder::discardFirst;
    return {};
}

Result<void> setHeads(Settings& settings, std::string_view value) {
    settings.heads.clear();
    if (value == "all") return {};
    auto heads = numberList(value);
    if (!heads) return badValue("--heads", value, "Use all, or numbers from 0 such as 0,2,5-7.");
    std::ranges::sort(*heads);
    heads->erase(std::unique(heads->begin(), heads->end()), heads->end());
    settings.heads = std::move(*heads);
    return {};
}

/// Layers count from 1 in front of people.
Result<void> setLayers(Settings& settings, std::string_view value) {
    settings.layers.clear();
    if (value == "all") return {};
    auto layers = numberList(value);
    const bool good = layers && !layers->empty() && std::ranges::min(*layers) >= 1;
    if (!good) return badValue("--layers", value, "Use all, or numbers from 1 such as 1,3,5-7.");
    std::ranges::sort(*layers);
    layers->erase(std::unique(layers->begin(), layers->end()), layers->end());
    for (int& layer : *layers) --layer;
    settings.layers = std::move(*layers);
    return {};
}

Result<void> setHeadWeights(Settings& settings, std::string_view value) {
    auto weights = decimalList(value);
    if (!weights)
        return badValue("--head-weights", value, "Use one number for each chosen head: 1,0.5,2.");
    settings.headWeights = std::move(*weights);
    return {};
}

}  // namespace

std::unexpected<Problem> usage(std::string finding, std::string remedy) {
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = {},
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

std::unexpected<Problem> badValue(std::string_view option, std::string_view value,
                                  std::string remedy) {
    return usage(std::string(option) + " cannot be \"" + std::string(value) + "\".",
                 std::move(remedy));
}

/// Layers count from 1 in front of people.
Result<int> layerNumber(std::string_view option, std::string_view value) {
    const auto number = wholeNumber(value);
    if (!number || *number < 1)
        return badValue(option, value, "Layers count from 1, at the input.");
    return *number - 1;
}

Result<void> applyPreset(Settings& settings, std::string_view name) {
    if (const Preset* preset = findPreset(name)) {
        settings = preset->settings;
        return {};
    }
    std::string names;
    for (const Preset& known : presets()) {
        names += (names.empty() ? "" : ", ") + std::string(known.id);
    }
    return badValue("--preset", name, "Use one of: " + names + ".");
}

Result<bool> applySetting(Settings& settings, std::string_view name, std::string_view value) {
    const auto done = [](Result<void> result) -> Result<bool> {
        if (!result) return std::unexpected(result.error());
        return true;
    };
    if (name == "--fusion") return done(choose(settings.fusion, name, value, "mean, max, min"));
    if (name == "--heads") return done(setHeads(settings, value));
    if (name == "--layers") return done(setLayers(settings, value));
    if (name == "--head-weights") return done(setHeadWeights(settings, value));
    if (name == "--residual") return done(setResidual(settings, value));
    if (name == "--discard") return done(setDiscard(settings, value));
    if (name == "--discard-scope") return done(choose(settings.scope, name, value, "matrix, row"));
    if (name == "--protect") return done(setProtect(settings, value));
    if (name == "--order") return done(setOrder(settings, value));
    if (name == "--normalise" || name == "--normalize") {
        return done(choose(settings.normalise, name, value, "rows, columns-by-row-sums, none"));
    }
    if (name == "--gradient-form") {
        return done(
            choose(settings.gradientForm, name, value, "positive-product, mean-then-positive"));
    }
    if (name == "--gradient-normalise") {
        return done(choose(settings.gradientNormalise, name, value, "after-residual, rows-first"));
    }
    if (name == "--start-layer") {
        const auto layer = layerNumber(name, value);
        if (!layer) return std::unexpected(layer.error());
        settings.startLayer = *layer;
        return true;
    }
    return false;
}

}  // namespace hw::cli
