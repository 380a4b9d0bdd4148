// SPDX-License-Identifier: MIT
#include "cli/setting_options.h"

#include <algorithm>
#include <utility>

#include "cli/number_options.h"
#include "core/model/head_of_layer.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"

namespace hw::cli {
namespace {

template <Named Choice>
Result<Choice> readAs(const SettingField<Choice>&, std::string_view option,
                      std::string_view value) {
    const auto choice = fromName<Choice>(value);
    if (!choice) return badValue(option, value, "Use one of: " + listOf(wordsOf<Choice>()) + ".");
    return *choice;
}

Result<double> readAs(const SettingField<double>& field, std::string_view option,
                      std::string_view value) {
    const auto number = decimalNumber(value);
    if (!number || !field.range.contains(*number)) {
        return badValue(option, value,
                        !field.range.beginCounts ? "Use a number above 0, at most 1."
                        : field.range.endCounts  ? "Use a number from 0 (none) to 1, or fixed."
                                                 : "Use a number of at least 0 and below 1.");
    }
    return *number;
}

Result<int> readAs(const SettingField<int>&, std::string_view option, std::string_view value) {
    return layerNumber(option, value);
}

/// Ascending, each once; layers count from 1 in front of people.
Result<std::vector<int>> readAs(const SettingField<std::vector<int>>& field,
                                std::string_view option, std::string_view value) {
    if (field.counts == Counts::headOfLayer) {
        auto pair = readHeadOfLayer(value);
        if (!pair) return badValue(option, value, "Use a layer from 1 and a head from 0: 4:2.");
        return std::move(*pair);
    }
    if (value == "all") return std::vector<int>{};
    const int first = field.counts == Counts::layers ? 1 : 0;
    auto list = numberList(value);
    if (!list || (first > 0 && (list->empty() || std::ranges::min(*list) < first))) {
        return badValue(option, value,
                        first > 0 ? "Use all, or numbers from 1 such as 1,3,5-7."
                                  : "Use all, or numbers from 0 such as 0,2,5-7.");
    }
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
    for (int& number : *list) number -= first;
    return std::move(*list);
}

Result<std::vector<double>> readAs(const SettingField<std::vector<double>>&,
                                   std::string_view option, std::string_view value) {
    auto weights = decimalList(value);
    if (!weights) return badValue(option, value, "Use one number for each chosen head: 1,0.5,2.");
    return std::move(*weights);
}

Result<std::vector<LayerHeads>> readAs(const SettingField<std::vector<LayerHeads>>&,
                                       std::string_view option, std::string_view value) {
    auto layers = readLayerHeads(value, decimalList);
    if (!layers)
        return badValue(option, value,
                        "Use a layer from 1 and its heads from 0, a fusion or weights, with ; "
                        "between layers: 4:0.2.5;6:max;7:0.1:w1,3.");
    return std::move(*layers);
}

// --- options that say more than their setting ------------------------------------------------------

/// "fixed" is the other kind of residual. False: it is a number.
bool takeFixed(Settings& settings, std::string_view value) {
    if (value != nameOf(Residual::fixed)) return false;
    settings.residualKind = Residual::fixed;
    return true;
}

Result<void> setProtect(Settings& settings, std::string_view value) {
    const auto choice = fromName<DiscardProtect>(value);
    if (const auto token = wholeNumber(value)) {
        settings.protect = DiscardProtect::token;
        settings.protectedToken = *token;
    } else if (choice == DiscardProtect::token) {
        return badValue("--protect", value, "Give the token's number.");
    } else if (choice) {
        settings.protect = *choice;
    } else {
        return badValue("--protect", value,
                        "Use one of: nothing, diagonal, corner, or the number of a token.");
    }
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
    const auto done = [](const Result<void>& result) -> Result<bool> {
        if (!result) return std::unexpected(result.error());
        return true;
    };
    if (!name.starts_with("--")) return false;
    std::string_view option = name.substr(2);
    if (option == "normalize") option = "normalise";
    if (option == "protect") return done(setProtect(settings, value));
    if (option == "order") return done(setOrder(settings, value));
    if (option == "residual" && takeFixed(settings, value)) return true;
    Result<bool> known = false;
    forEachSetting([&](const auto& field) {
        if (field.option != option || field.option.empty()) return;
        auto read = readAs(field, name, value);
        if (!read) {
            known = std::unexpected(read.error());
            return;
        }
        settings.*field.member = std::move(*read);
        known = true;
    });
    return known;
}

}  // namespace hw::cli
