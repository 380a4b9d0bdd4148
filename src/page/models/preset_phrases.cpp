// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "page/models/formula.h"

namespace hw {
namespace {

constexpr std::string_view fusionKey = "fusion";
constexpr LocalizedText residualName = "Residual weight"_tr;

/// Choices that presets leave open, such as the heads and layers that take part.
std::vector<std::string> choicesOf(const Settings& settings, Method method, int heads) {
    std::vector<std::string> choices;
    if (settings.heads.size() == 1)
        choices.push_back(formatText("head {} in every layer"_tr, {settings.heads.front() + 1}));
    else if (!settings.heads.empty())
        choices.push_back(formatText("{} of {} heads"_tr, {settings.heads.size(), heads}));
    if (!fusing.has(method)) return choices;
    if (!settings.headWeights.empty()) choices.emplace_back("weighted heads"_tr);
    if (const std::string own = describeHeadOfLayer(settings); !own.empty())
        choices.push_back(formatText("only {}"_tr, {own}));
    for (const LayerHeads& one : settings.layerHeads)
        choices.push_back(formatText("other heads in layer {}"_tr, {one.layer + 1}));
    if (!settings.layers.empty() && specOf(method).overLayers)
        choices.push_back(formatText("layers {}"_tr, {describeLayers(settings)}));
    return choices;
}

/// The names of the steps that differ from a preset's.
std::vector<std::string> stepsChanged(const Settings& settings, const Preset& preset, int heads) {
    std::vector<std::string> changed;
    forEachSetting([&](const auto& field) {
        const bool isStep = field.group == SettingGroup::steps ||
                            field.group == SettingGroup::start || field.key == fusionKey;
        if (!isStep || !field.methods.has(Method::rollout)) return;
        if (settings.*field.member == preset.settings.*field.member) return;
        if (field.matters != nullptr && !field.matters(settings, heads)) return;
        // A setting without a name is part of the residual connection, or changes with the protection of a token.
        const std::string name(field.label.empty() ? residualName : field.label);
        if (std::ranges::find(changed, name) == changed.end()) changed.push_back(name);
    });
    return changed;
}

std::string listed(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
}

}  // namespace

std::string presetChanges(const Settings& settings, Method method, int heads) {
    std::vector<std::string> changes = choicesOf(settings, method, heads);
    if (presetOf(settings) != nullptr) return listed(changes);
    const Preset* nearest = nullptr;
    std::vector<std::string> steps;
    for (const Preset& preset : presets()) {
        std::vector<std::string> changed = stepsChanged(settings, preset, heads);
        if (nearest != nullptr && changed.size() >= steps.size()) continue;
        nearest = &preset;
        steps = std::move(changed);
    }
    if (steps.empty()) return listed(changes);
    steps.insert(steps.end(), changes.begin(), changes.end());
    return formatText("{}, but: {}"_tr, {nearest->name, listed(steps)});
}

}  // namespace hw
