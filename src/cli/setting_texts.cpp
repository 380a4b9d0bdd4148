// SPDX-License-Identifier: MIT
#include "cli/setting_texts.h"

#include <algorithm>
#include <type_traits>

#include "core/model/head_of_layer.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"

namespace hw::cli {
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
