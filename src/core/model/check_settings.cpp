// SPDX-License-Identifier: MIT
#include "core/model/check_settings.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/number_text.h"

namespace hw {
namespace {

std::unexpected<Problem> refuse(std::string place, std::string finding, std::string remedy) {
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = std::move(place),
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

std::string layersIn(int count) { return pluralText(count, "{} layer|{} layers"_tr); }
std::string headsIn(int count) { return pluralText(count, "{} head|{} heads"_tr); }
std::string tokensIn(int count) { return pluralText(count, "{} token|{} tokens"_tr); }

/// A number that the user gave.
std::string given(double number) { return inLanguage(numberText(number)); }

Result<void> checkLayers(const Settings& settings, int layers) {
    for (std::size_t i = 0; i < settings.layers.size(); ++i) {
        const int layer = settings.layers[i];
        if (layer < 0 || layer >= layers) {
            return refuse("layers",
                          formatText("There is no layer {}; the example has {}."_tr,
                                     {layer + 1, layersIn(layers)}),
                          formatText("Choose layers from 1 to {}."_tr, {layers}));
        }
        if (i > 0 && layer <= settings.layers[i - 1]) {
            return refuse("layers",
                          formatText("Layer {} is out of order or named twice."_tr, {layer + 1}),
                          "Name each layer once, smallest first."_tr);
        }
    }
    return {};
}

Result<void> checkHeads(const Settings& settings, int heads) {
    for (std::size_t i = 0; i < settings.heads.size(); ++i) {
        const int head = settings.heads[i];
        if (head < 0 || head >= heads) {
            return refuse(
                "heads",
                formatText("There is no head {}; each layer has {}."_tr, {head, headsIn(heads)}),
                formatText("Choose heads from 0 to {}."_tr, {heads - 1}));
        }
        if (i > 0 && head <= settings.heads[i - 1]) {
            return refuse("heads", formatText("Head {} is out of order or named twice."_tr, {head}),
                          "Name each head once, smallest first."_tr);
        }
    }
    return {};
}

Result<void> checkHeadOfLayer(const Settings& settings, const AttentionTensor& attentions) {
    if (settings.headOfLayer.empty()) return {};
    const LocalizedText number = "Give a layer (from 1) and a head (from 0)."_tr;
    if (settings.headOfLayer.size() != 2)
        return refuse("head of a layer"_tr, "This is not a pair."_tr, number);
    const int layer = settings.headOfLayer[0];
    const int head = settings.headOfLayer[1];
    if (layer < 0 || layer >= attentions.layers || head < 0 || head >= attentions.heads) {
        return refuse(
            "head of a layer"_tr,
            formatText("There is no head {} in layer {}. The example has {} with {} each."_tr,
                       {head, layer + 1, layersIn(attentions.layers), headsIn(attentions.heads)}),
            number);
    }
    return {};
}

Result<void> checkWeights(const Settings& settings, int heads);

/// Checks each layer's choice as if it applied to every layer.
Result<void> checkLayerHeads(const Settings& settings, const AttentionTensor& attentions) {
    int before = -1;
    for (const LayerHeads& one : settings.layerHeads) {
        if (one.layer <= before || one.layer >= attentions.layers) {
            return refuse(
                "heads of a layer"_tr,
                formatText("Layer {} is missing, repeated or out of order. The example has {}."_tr,
                           {one.layer + 1, layersIn(attentions.layers)}),
                "Name each layer once, smallest first, from 1."_tr);
        }
        before = one.layer;
        const HeadFusion fusion = one.fusion.value_or(settings.fusion);
        if (fusion == HeadFusion::gradientNorm && attentions.gradientNorms.empty())
            return refuse("gradients", "The file has no gradients to weight heads."_tr,
                          "Choose another head fusion."_tr);
        Settings own;
        own.heads = one.heads.empty() ? settings.heads : one.heads;
        own.headWeights = one.weights;
        if (!own.headWeights.empty() && fusion != HeadFusion::mean)
            return refuse("heads of a layer"_tr, "Head weights apply only to the mean."_tr,
                          "Remove them, or choose the mean for the layer."_tr);
        if (auto good = checkHeads(own, attentions.heads); !good) return good;
        if (auto good = checkWeights(own, attentions.heads); !good) return good;
    }
    return {};
}

Result<void> checkWeights(const Settings& settings, int heads) {
    if (settings.headWeights.empty()) return {};
    const std::ptrdiff_t chosen = settings.heads.empty() ? heads : std::ssize(settings.heads);
    if (std::ssize(settings.headWeights) != chosen) {
        return refuse("head weights"_tr,
                      formatText("{} weights are given for {} heads."_tr,
                                 {settings.headWeights.size(), chosen}),
                      "Give one weight per chosen head."_tr);
    }
    double sum = 0.0;
    bool good = true;
    for (const double weight : settings.headWeights) {
        good = good && std::isfinite(weight) && weight >= 0.0;
        sum += weight;
    }
    if (!good || !(sum > 0.0) || !std::isfinite(sum)) {
        return refuse("head weights"_tr, "A weight is negative or not a number, or all are 0."_tr,
                      "Give non-negative weights, at least one above 0."_tr);
    }
    return {};
}

/// Ascending, without repeats, and only numbers from 0 to count-1.
void fitList(std::vector<int>& list, int count) {
    std::erase_if(list, [&](int number) { return number < 0 || number >= count; });
    std::ranges::stable_sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

Result<void> checkSettings(const Settings& settings, const AttentionTensor& attentions) {
    if (!(settings.residual >= 0.0 && settings.residual <= 1.0)) {
        return refuse("residual",
                      formatText("The residual weight is {}."_tr, {given(settings.residual)}),
                      "It must be from 0 (none) to 1 (identity)."_tr);
    }
    if (!(settings.discard >= 0.0 && settings.discard < 1.0)) {
        return refuse("discard",
                      formatText("The discard ratio is {}."_tr, {given(settings.discard)}),
                      "It must be at least 0 and below 1."_tr);
    }
    if (!(settings.barrier > 0.0 && settings.barrier <= 1.0)) {
        return refuse("barrier",
                      formatText("The barrier's weight is {}."_tr, {given(settings.barrier)}),
                      "It must be above 0 and at most 1."_tr);
    }
    if (settings.startLayer < 0 || settings.startLayer >= attentions.layers) {
        return refuse("start layer"_tr,
                      formatText("There is no layer {}; the example has {}."_tr,
                                 {settings.startLayer + 1, layersIn(attentions.layers)}),
                      formatText("Choose a layer from 1 to {}."_tr, {attentions.layers}));
    }
    if (settings.protect == DiscardProtect::token &&
        (settings.protectedToken < 0 || settings.protectedToken >= attentions.keys)) {
        return refuse("protected token"_tr,
                      formatText("There is no token {}; the example has {}."_tr,
                                 {settings.protectedToken, tokensIn(attentions.keys)}),
                      formatText("Choose a token from 0 to {}."_tr, {attentions.keys - 1}));
    }
    if (auto layers = checkLayers(settings, attentions.layers); !layers) return layers;
    if (auto heads = checkHeads(settings, attentions.heads); !heads) return heads;
    if (auto good = checkHeadOfLayer(settings, attentions); !good) return good;
    if (auto good = checkLayerHeads(settings, attentions); !good) return good;
    if (settings.fusion == HeadFusion::gradientNorm && attentions.gradientNorms.empty()) {
        return refuse(
            "gradients", "The file has no gradients to weight heads."_tr,
            "Choose another head fusion, or save the prediction’s attention gradients under \"gradients\"."_tr);
    }
    return checkWeights(settings, attentions.heads);
}

Settings fitSettings(Settings settings, const AttentionTensor& attentions) {
    const Settings standard;
    settings.residual = std::isfinite(settings.residual) ? std::clamp(settings.residual, 0.0, 1.0)
                                                         : standard.residual;
    // The largest discard ratio below 1 that people can still read.
    settings.discard =
        std::isfinite(settings.discard) ? std::clamp(settings.discard, 0.0, 0.999) : 0.0;
    if (!(settings.barrier > 0.0 && settings.barrier <= 1.0)) settings.barrier = standard.barrier;
    settings.startLayer = std::clamp(settings.startLayer, 0, std::max(attentions.layers - 1, 0));
    settings.protectedToken =
        std::clamp(settings.protectedToken, 0, std::max(attentions.keys - 1, 0));
    fitList(settings.heads, attentions.heads);
    fitList(settings.layers, attentions.layers);
    if (static_cast<int>(settings.layers.size()) == attentions.layers) settings.layers.clear();
    if (!checkHeadOfLayer(settings, attentions)) settings.headOfLayer.clear();
    std::erase_if(settings.layerHeads, [&](const LayerHeads& one) {
        Settings alone;
        alone.fusion = settings.fusion;
        alone.heads = settings.heads;
        alone.layerHeads = {one};
        return !checkLayerHeads(alone, attentions);
    });
    if (!checkWeights(settings, attentions.heads)) settings.headWeights.clear();
    return settings;
}

}  // namespace hw
