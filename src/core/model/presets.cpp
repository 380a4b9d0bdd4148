// SPDX-License-Identifier: MIT
#include "core/model/presets.h"

#include <array>
#include <string>

#include "core/model/plain_name.h"
#include "core/model/setting_fields.h"

namespace hw {
namespace {

Settings vitExplainName(Normalise normalise) {
    Settings settings;
    settings.discard = 0.9;
    settings.order = StepOrder::discardFirst;
    settings.protect = DiscardProtect::corner;
    settings.normalise = normalise;
    return settings;
}

Settings startingAt(int layer) {
    Settings settings;
    settings.startLayer = layer;
    return settings;
}

Settings discardingBelow(double ratio) {
    Settings settings;
    settings.discard = ratio;
    settings.ties = DiscardTies::keep;
    return settings;
}

Settings withResidual(Residual kind, double weight) {
    Settings settings;
    settings.residualKind = kind;
    settings.residual = weight;
    return settings;
}

}  // namespace

std::span<const Preset> presets() {
    static const std::array<Preset, 7> all{{
        {"abnar-zuidema-2020", "Abnar & Zuidema 2020"_tr,
         "Abnar & Zuidema 2020, Quantifying Attention Flow in Transformers, ACL, arXiv:2005.00928"_tr,
         Settings{}},
        {"vit-explain-corrected", "vit-explain (corrected)"_tr,
         "Gildenblat 2020, github.com/jacobgil/vit-explain (each row divided by its sum)"_tr,
         vitExplainName(Normalise::rows)},
        {"vit-explain-as-published", "vit-explain (as published)"_tr,
         "Gildenblat 2020, github.com/jacobgil/vit-explain (column j divided by the sum of row j, as in its code)"_tr,
         vitExplainName(Normalise::columnsByRowSums)},
        {"chefer-2021-start-layer", "Chefer 2021 start layer"_tr,
         "Chefer, Gur & Wolf 2021, Transformer Interpretability Beyond Attention Visualization, CVPR, arXiv:2012.09838 (rollout from the second layer, start_layer = 1)"_tr,
         startingAt(1)},
        {"tutorial-discard-0.1", "Tutorial (discard 0.1)"_tr,
         "The form of common tutorials (residual first, rows divided by their sum, then weights strictly below the layer’s 10% quantile discarded)"_tr,
         discardingBelow(0.1)},
        {"no-residual", "No residual"_tr,
         "Abnar & Zuidema 2020, arXiv:2005.00928, without the residual connection (product of the raw attentions)"_tr,
         withResidual(Residual::weighted, 0.0)},
        {"globenc-fixed-residual", "GlobEnc fixed residual"_tr,
         "Modarressi et al. 2022, GlobEnc, NAACL, arXiv:2205.03286 (the file’s residual ratios, or 0.5)"_tr,
         withResidual(Residual::fixed, 0.5)},
    }};
    return all;
}

const Preset* findPreset(std::string_view idOrName) {
    const std::string wanted = plainName(idOrName);
    for (const Preset& preset : presets()) {
        if (plainName(preset.id) == wanted || plainName(preset.name.english()) == wanted)
            return &preset;
    }
    return nullptr;
}

const Preset* presetOf(const Settings& settings) {
    Settings allHeads = settings;
    allHeads.heads.clear();
    allHeads.headWeights.clear();
    allHeads.headOfLayer.clear();
    allHeads.layerHeads.clear();
    // Settings that only other methods use do not count either.
    forEachSetting([&](const auto& field) {
        if (!field.methods.has(Method::rollout)) allHeads.*field.member = Settings{}.*field.member;
    });
    allHeads.layers.clear();
    for (const Preset& preset : presets()) {
        if (preset.settings == allHeads) return &preset;
    }
    return nullptr;
}

void usePreset(Settings& settings, const Preset& preset) {
    Settings wanted = preset.settings;
    wanted.heads = std::move(settings.heads);
    wanted.layers = std::move(settings.layers);
    wanted.headOfLayer = std::move(settings.headOfLayer);
    wanted.layerHeads = std::move(settings.layerHeads);
    settings = std::move(wanted);
}

}  // namespace hw
