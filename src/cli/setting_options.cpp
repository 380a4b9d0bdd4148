// SPDX-License-Identifier: MIT
#include "cli/setting_options.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "cli/arguments/numbers.h"
#include "core/model/head_of_layer.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "core/refusal.h"

namespace hw::cli {
namespace {

template <Named Choice>
Result<Choice> readAs(const SettingField<Choice>&, std::string_view option,
                      std::string_view value) {
    const auto choice = fromName<Choice>(value);
    if (!choice)
        return badValue(option, value, "Use one of: " + listOf(choiceNames<Choice>()) + ".");
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

/// Ascending, each once. Users count layers from 1.
Result<std::vector<int>> readAs(const SettingField<std::vector<int>>& field,
                                std::string_view option, std::string_view value) {
    if (field.counts == Counts::headOfLayer) {
        auto pair = readHeadOfLayer(value);
        const NumberRange& range = rangeOf(option);
        if (!pair || std::ranges::any_of(*pair, [&](int each) { return each > range.most; }))
            return badValue(option, value, std::string(range.remedy));
        return std::move(*pair);
    }
    if (value == "all") return std::vector<int>{};
    const int first = field.counts == Counts::layers ? 1 : 0;
    const NumberRange& range = rangeOf(option);
    auto list = numberList(value, range);
    if (!list) return badValue(option, value, std::string(range.remedy));
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
    for (int& number : *list) number -= first;
    return std::move(*list);
}

Result<std::vector<double>> readAs(const SettingField<std::vector<double>>&,
                                   std::string_view option, std::string_view value) {
    const NumberRange& range = rangeOf(option);
    auto weights = decimalList(value, range);
    if (!weights) return badValue(option, value, std::string(range.remedy));
    return std::move(*weights);
}

Result<std::vector<LayerHeads>> readAs(const SettingField<std::vector<LayerHeads>>&,
                                       std::string_view option, std::string_view value) {
    const auto weights = [](std::string_view text) {
        return decimalList(text, rangeOf("--head-weights"));
    };
    auto layers = readLayerHeads(value, weights);
    const NumberRange& range = rangeOf(option);
    const auto isBeyond = [&](const LayerHeads& one) {
        return one.layer >= range.most || (!one.heads.empty() && one.heads.back() > range.most);
    };
    if (!layers || std::ranges::any_of(*layers, isBeyond))
        return badValue(option, value, std::string(range.remedy));
    return std::move(*layers);
}

// --- options with more forms than their setting ----------------------------------------------------

/// "fixed" is the other kind of residual. False if the value is a number.
bool takeFixed(Settings& settings, std::string_view value) {
    if (value != nameOf(Residual::fixed)) return false;
    settings.residualKind = Residual::fixed;
    return true;
}

Result<void> setProtect(Settings& settings, std::string_view value) {
    const auto choice = fromName<DiscardProtect>(value);
    const NumberRange& range = rangeOf("--protect");
    if (const auto token = wholeNumber(value, range)) {
        settings.protect = DiscardProtect::token;
        settings.protectedToken = *token;
    } else if (choice == DiscardProtect::token) {
        return badValue("--protect", value, "Give the token's number.");
    } else if (choice) {
        settings.protect = *choice;
    } else {
        return badValue("--protect", value, std::string(range.remedy));
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
    return refusal(Code::badArgument, {}, std::move(finding), std::move(remedy));
}

std::unexpected<Problem> badValue(std::string_view option, std::string_view value,
                                  std::string remedy) {
    return usage(std::string(option) + " cannot be \"" + std::string(value) + "\".",
                 std::move(remedy));
}

/// Users count layers from 1.
Result<int> layerNumber(std::string_view option, std::string_view value) {
    const NumberRange& range = rangeOf(option);
    const auto number = wholeNumber(value, range);
    if (!number) return badValue(option, value, std::string(range.remedy));
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

namespace {

template <Named Choice>
std::string valueText(const SettingField<Choice>&, Choice value) {
    return std::string(nameOf(value));
}
std::string valueText(const SettingField<double>&, double value) { return numberText(value); }
std::string valueText(const SettingField<int>& field, int value) {
    return numberText(value + (field.counts == Counts::layers));
}
std::string valueText(const SettingField<std::vector<LayerHeads>>&,
                      const std::vector<LayerHeads>& layers) {
    return layerHeadsText(layers);
}
template <class Number>
std::string valueText(const SettingField<std::vector<Number>>& field,
                      const std::vector<Number>& values) {
    if constexpr (std::is_same_v<Number, int>) {
        if (field.counts == Counts::headOfLayer) return headOfLayerText(values);
    }
    std::string text;
    for (const Number value : values)
        text += (text.empty() ? "" : ",") + numberText(value + (field.counts == Counts::layers));
    return text.empty() ? "all" : text;
}

}  // namespace

std::string_view settingNamed(std::span<const SettingText> texts, std::string_view key) {
    const auto found = std::ranges::find(texts, key, &SettingText::key);
    return found == texts.end() ? std::string_view() : std::string_view(found->value);
}

std::vector<SettingText> settingTexts(const Settings& settings) {
    std::vector<SettingText> texts;
    forEachSetting([&](const auto& field) {
        texts.push_back({std::string(field.key), valueText(field, settings.*field.member)});
    });
    return texts;
}

}  // namespace hw::cli
