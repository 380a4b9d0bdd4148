// SPDX-License-Identifier: MIT
#include "page/address/setting_keys.h"

#include "core/model/check_settings.h"
#include "core/model/head_of_layer.h"
#include "core/model/presets.h"
#include "core/number_text.h"
#include "page/address/address.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "protocol/field_text.h"

namespace hw {
namespace {

/// A preset's settings, or the defaults. Single keys are written as differences from them.
const Settings& baseOf(const Settings& settings) {
    static const Settings standard;
    const Preset* preset = presetOf(settings);
    return preset != nullptr ? preset->settings : standard;
}

int countOf(Counts counts, const AppState& state) {
    switch (counts) {
        case Counts::heads: return state.headCount();
        case Counts::layers: return state.layerCount();
        case Counts::tokens: return state.keyCount();
        case Counts::nothing:
        case Counts::headOfLayer: break;
    }
    return 0;
}

/// Layers count from 1 in addresses.
int firstOf(Counts counts) { return counts == Counts::layers ? 1 : 0; }

// --- from text; nothing if it does not fit -----------------------------------------------------------

template <Named Choice>
std::optional<Choice> readAs(const SettingField<Choice>&, const AppState& state,
                             std::string_view text) {
    const auto choice = fromName<Choice>(text);
    const bool lacks =
        choice && !whyNotThere(state.document->current, state.view.side, needsOf(*choice)).empty();
    return lacks ? std::nullopt : choice;
}

std::optional<double> readAs(const SettingField<double>& field, const AppState&,
                             std::string_view text) {
    const auto number = readNumber(text);
    return number && field.range.contains(*number) ? number : std::nullopt;
}

std::optional<int> readAs(const SettingField<int>& field, const AppState& state,
                          std::string_view text) {
    const auto number = readInt(text);
    const int first = firstOf(field.counts);
    if (!number || *number < first || *number - first >= countOf(field.counts, state)) return {};
    return *number - first;
}

std::optional<std::vector<int>> readAs(const SettingField<std::vector<int>>& field,
                                       const AppState& state, std::string_view text) {
    if (field.counts == Counts::headOfLayer) {
        auto pair = readHeadOfLayer(text);
        const bool fits =
            pair &&
            (pair->empty() || ((*pair)[0] < state.layerCount() && (*pair)[1] < state.headCount()));
        return fits ? pair : std::nullopt;
    }
    if (text == "all") return std::vector<int>{};
    const int first = firstOf(field.counts);
    auto list = readIndices(text, countOf(field.counts, state) + first);
    if (!list || (first > 0 && (list->empty() || list->front() < first))) return {};
    for (int& number : *list) number -= first;
    return list;
}

std::optional<std::vector<LayerHeads>> readAs(const SettingField<std::vector<LayerHeads>>&,
                                              const AppState& state, std::string_view text) {
    auto layers = readLayerHeads(text, readNumbers);
    if (!layers) return {};
    AttentionTensor shape;  // only sizes; fitView checks the gradients at the end
    shape.layers = state.layerCount();
    shape.heads = state.headCount();
    shape.gradientNorms.assign(1, 0.0);
    Settings settings;
    settings.heads = state.view.settings.heads;
    settings.fusion = state.view.settings.fusion;
    settings.layerHeads = *layers;
    if (fitSettings(settings, shape).layerHeads != *layers) return {};
    return layers;
}

/// Weights belong to heads. fitView checks them at the end, when both are known.
std::optional<std::vector<double>> readAs(const SettingField<std::vector<double>>&,
                                          const AppState& state, std::string_view text) {
    auto weights = readNumbers(text);
    if (!weights) return {};
    for (const double weight : *weights) {
        if (weight < 0) return {};
    }
    const Settings& settings = state.view.settings;
    const std::ptrdiff_t heads =
        settings.heads.empty() ? state.headCount() : std::ssize(settings.heads);
    if (!weights->empty() && std::ssize(*weights) != heads) return {};
    return weights;
}

// --- to text -----------------------------------------------------------------------------------------

template <Named Choice>
std::string textOf(const SettingField<Choice>&, Choice value) {
    return std::string(nameOf(value));
}
std::string textOf(const SettingField<double>&, double value) { return numberText(value); }
std::string textOf(const SettingField<int>& field, int value) {
    return numberText(value + firstOf(field.counts));
}
std::string textOf(const SettingField<std::vector<int>>& field, const std::vector<int>& list) {
    if (field.counts == Counts::headOfLayer) return headOfLayerText(list);
    return field.counts == Counts::layers ? layersText(list) : listText(list);
}
std::string textOf(const SettingField<std::vector<LayerHeads>>&,
                   const std::vector<LayerHeads>& layers) {
    return layerHeadsText(layers);
}
std::string textOf(const SettingField<std::vector<double>>&, const std::vector<double>& list) {
    return listText(list);
}

template <std::size_t row>
bool read(AppState& state, std::string_view text) {
    constexpr const auto& field = std::get<row>(settingFields);
    auto value = readAs(field, state, text);
    if (!value) return false;
    state.view.settings.*field.member = std::move(*value);
    // The weights belonged to the old heads.
    if constexpr (field.key == "heads") state.view.settings.headWeights.clear();
    return true;
}

template <std::size_t row>
std::optional<std::string> write(const AppState& state) {
    constexpr const auto& field = std::get<row>(settingFields);
    const Settings& settings = state.view.settings;
    if (settings.*field.member == baseOf(settings).*field.member) return {};
    return textOf(field, settings.*field.member);
}

template <std::size_t row>
void tellSetting(JsonWriter& json, const AppState& state) {
    constexpr const auto& field = std::get<row>(settingFields);
    const auto& value = state.view.settings.*field.member;
    if constexpr (std::is_same_v<decltype(value), const std::vector<LayerHeads>&>) {
        // Programs write it as links do.
        writeValue(json, value.empty() ? std::string() : layerHeadsText(value));
    } else {
        writeValue(json, value);
    }
}

std::string layersFromApi(std::string_view list) {
    return list.empty() ? "all" : countedFromOne(list);
}

/// Converts "3,2", counted from 0 as in the API, to "4:2".
std::string headOfLayerFromApi(std::string_view list) {
    const auto pair = readNumbers(list);
    if (!pair || pair->size() != 2) return list.empty() ? "none" : std::string(list);
    return headOfLayerText({static_cast<int>((*pair)[0]), static_cast<int>((*pair)[1])});
}

std::string layerHeadsFromApi(std::string_view text) {
    return text.empty() ? "none" : std::string(text);
}

template <std::size_t row>
ShareKey keyOf() {
    constexpr const auto& field = std::get<row>(settingFields);
    std::string (*fromApi)(std::string_view) = nullptr;
    if (field.counts == Counts::layers) fromApi = layersFromApi;
    if (field.counts == Counts::headOfLayer) fromApi = headOfLayerFromApi;
    if constexpr (field.key == "heads-at") fromApi = layerHeadsFromApi;
    return {field.key, read<row>, write<row>, tellSetting<row>, {}, fromApi, true};
}

}  // namespace

std::array<ShareKey, settingCount> settingKeys() {
    return []<std::size_t... row>(std::index_sequence<row...>) {
        return std::array{keyOf<row>()...};
    }(std::make_index_sequence<settingCount>());
}

}  // namespace hw
