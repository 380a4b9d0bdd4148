// SPDX-License-Identifier: MIT
#include "page/mirror/setting_controls.h"

#include <algorithm>
#include <utility>

#include "core/model/head_of_layer.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "page/mirror/options.h"
#include "page/models/controls_model.h"

namespace hw {
namespace {

using namespace mirror;

/// Tips for the settings that need one, in plain sentences.
std::string_view tipOf(std::string_view key) {
    struct Tip {
        std::string_view key;
        LocalizedText text;
    };
    static constexpr Tip tips[] = {
        {"heads", "The heads in use, combined into one matrix per layer (fusion)."_tr},
        {"layers", "A skipped layer passes on its input."_tr},
        {"residual",
         "How much of itself each token keeps per layer. At 0.5, the residual connection equals attention."_tr},
        {"discard", "Share of attention weights set to 0, smallest first."_tr},
        {"barrier",
         "Makes the split of the flow unique. Smaller weights are closer to a maximum flow."_tr},
        {"start", "Layers below it are skipped."_tr},
    };
    const auto* found = std::ranges::find(tips, key, &Tip::key);
    return found == std::end(tips) ? std::string_view() : found->text.text();
}

void writePresets(JsonWriter& json, const ControlsModel& controls) {
    const Preset* present = presetOf(controls.settings);
    std::vector<Option> options;
    for (const Preset& preset : presets()) {
        options.push_back({std::string(preset.name), fieldText("preset", preset.id),
                           &preset == present, true, ""});
    }
    choice(json, "preset", "Preset"_tr, options,
           "Applies all settings of a paper or a known program."_tr);
}

/// Options: no layer with its own choice, the present pair, or another head of its layer (or of the present layer).
void writeHeadOfLayer(JsonWriter& json, const SettingField<std::vector<int>>& field,
                      const ControlsModel& controls) {
    if (controls.headCount < 2) return;
    const std::vector<int>& present = controls.settings.*field.member;
    const int layer = present.empty() ? controls.layer : present.front();
    std::vector<Option> options{{"none"_tr, fieldText(field.key, "none"), present.empty()}};
    for (int head = 0; head < controls.headCount; ++head) {
        const std::vector<int> pair{layer, head};
        options.push_back({formatText("head {} of layer {}"_tr, {head + 1, layer + 1}),
                           fieldText(field.key, headOfLayerText(pair)), pair == present});
    }
    choice(json, field.key, field.label, options);
}

/// A switch for each head or layer. The last one that is on stays on.
void writeControl(JsonWriter& json, const SettingField<std::vector<int>>& field,
                  const ControlsModel& controls) {
    if (field.counts == Counts::headOfLayer) return writeHeadOfLayer(json, field, controls);
    const bool layers = field.counts == Counts::layers;
    const int count = layers ? controls.layerCount : controls.headCount;
    if (count < 2) return;
    const std::vector<int>& chosen = controls.settings.*field.member;
    const LocalizedText one = layers ? "layer {}"_tr : "head {}"_tr;
    std::vector<Option> options{{layers ? "all layers"_tr : "all heads"_tr,
                                 fieldText(field.key, "all"), chosen.empty(), true, "", "all"}};
    for (int number = 0; number < count; ++number) {
        const std::vector<int> next = toggled(chosen, number, count);
        const bool on = chosen.empty() || std::ranges::binary_search(chosen, number);
        const std::string list = next.empty() ? "all" : layers ? layersText(next) : listText(next);
        options.push_back({formatText(one, {number + 1}), fieldText(field.key, list), on, true, "",
                           numberText(number + 1)});
    }
    begin(json, "set", field.key, field.label, tipOf(field.key));
    json.field("text", layers ? controls.layersText : controls.headsText);
    writeOptions(json, options);
    json.endObject();
}

bool matters(const auto& field, const ControlsModel& controls) {
    return field.matters == nullptr || field.matters(controls.settings, controls.headCount);
}

template <Named Choice>
void writeControl(JsonWriter& json, const SettingField<Choice>& field,
                  const ControlsModel& controls) {
    if (!matters(field, controls)) return;
    std::vector<Option> options;
    for (const Choice each : every<Choice>()) {
        const ChoiceName& word = wordOf(each);
        const std::string& why = controls.whyNotThere[std::to_underlying(word.needs)];
        options.push_back({std::string(word.shown()), fieldText(field.key, word.name),
                           controls.settings.*field.member == each, why.empty(), why});
    }
    choice(json, field.key, field.label, options, tipOf(field.key));
}
void writeControl(JsonWriter& json, const SettingField<double>& field,
                  const ControlsModel& controls) {
    number(json, field.key, field.label, controls.settings.*field.member, field.range.shownTo,
           field.range.step, tipOf(field.key));
}
/// A choice of one layer.
void writeControl(JsonWriter& json, const SettingField<int>& field, const ControlsModel& controls) {
    if (controls.layerCount < 2) return;
    std::vector<Option> options;
    for (int layer = 0; layer < controls.layerCount; ++layer) {
        const std::string number = numberText(layer + 1);
        options.push_back({formatText("layer {}"_tr, {number}), fieldText(field.key, number),
                           layer == controls.settings.*field.member});
    }
    choice(json, field.key, field.label, options, tipOf(field.key));
}
/// The present layer's fusion, as in every layer or its own, and its heads.
void writeControl(JsonWriter& json, const SettingField<std::vector<LayerHeads>>& field,
                  const ControlsModel& controls) {
    if (controls.headCount < 2) return;
    const int layer = controls.layer;
    const LayerHeads* present = layerHeadsOf(controls.settings, layer);
    const LayerHeads own = present != nullptr ? *present : LayerHeads{layer, {}, {}, {}};
    const auto with = [&](LayerHeads one) {
        return fieldText(
            field.key,
            layerHeadsText(withLayerHeads(controls.settings, std::move(one)).layerHeads));
    };
    std::vector<Option> options{{"as in every layer"_tr, with({layer, own.heads, {}, {}}),
                                 !own.fusion.has_value(), true, "", "every"}};
    for (const HeadFusion fusion : every<HeadFusion>()) {
        const ChoiceName& word = choiceNames<HeadFusion>()[std::to_underlying(fusion)];
        const std::string& why = controls.whyNotThere[std::to_underlying(word.needs)];
        options.push_back({std::string(word.shown()), with({layer, own.heads, fusion, {}}),
                           own.fusion == fusion, why.empty(), why, std::string(word.name)});
    }
    choice(json, "fusion-at", formatText("Head fusion of layer {}"_tr, {layer + 1}), options);
    const std::vector<int>& chosen = fusedHeads(controls.settings, layer);
    options = {{"as in every layer"_tr, with({layer, {}, own.fusion, {}}), own.heads.empty(), true,
                "", "every"}};
    for (int head = 0; head < controls.headCount; ++head) {
        const bool on = chosen.empty() || std::ranges::binary_search(chosen, head);
        const Settings next = withHeadToggled(controls.settings, layer, head, controls.headCount);
        options.push_back({formatText("head {}"_tr, {head + 1}),
                           fieldText(field.key, layerHeadsText(next.layerHeads)), on, true, "",
                           numberText(head + 1)});
    }
    begin(json, "set", field.key, formatText("Heads of layer {}"_tr, {layer + 1}));
    writeOptions(json, options);
    json.endObject();
}
void writeControl(JsonWriter&, const SettingField<std::vector<double>>&, const ControlsModel&) {}

}  // namespace

void writeSettingControls(JsonWriter& json, const ControlsModel& controls) {
    using enum SettingGroup;
    for (const SettingGroup group : {heads, steps, start, layers}) {
        if (group == steps && joining.has(controls.method) &&
            controls.kind == MatrixKind::attention)
            writePresets(json, controls);
        forEachSetting([&](const auto& field) {
            if (field.group != group || field.label.empty()) return;
            if (playsPart(field, controls.method, controls.kind))
                writeControl(json, field, controls);
        });
    }
}

}  // namespace hw
