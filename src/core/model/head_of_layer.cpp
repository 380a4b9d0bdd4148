// SPDX-License-Identifier: MIT
#include "core/model/head_of_layer.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/number_text.h"

namespace hw {
namespace {

std::optional<int> readCount(std::string_view text, int first) {
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [at, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc() || at != end || number < first) return std::nullopt;
    return number;
}

/// Removes the text up to the separator, and the separator, and returns the text.
std::string_view takeUntil(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return taken;
}

/// "0.2.5", ascending without repeats.
std::optional<std::vector<int>> readHeads(std::string_view text) {
    std::vector<int> heads;
    while (!text.empty()) {
        const auto head = readCount(takeUntil(text, '.'), 0);
        if (!head) return std::nullopt;
        heads.push_back(*head);
    }
    std::ranges::sort(heads);
    heads.erase(std::ranges::unique(heads).begin(), heads.end());
    return heads;
}

/// Reads one part into its field. False if it is invalid, or its field is already set.
bool readPart(LayerHeads& layer, std::string_view part,
              std::optional<std::vector<double>> (*numbers)(std::string_view)) {
    if (const auto fusion = fromName<HeadFusion>(part)) {
        return !std::exchange(layer.fusion, fusion).has_value();
    }
    if (part.starts_with('w')) {
        auto weights = numbers(part.substr(1));
        return layer.weights.empty() && weights && !weights->empty() &&
               (layer.weights = std::move(*weights), true);
    }
    auto heads = readHeads(part);
    return layer.heads.empty() && heads && !heads->empty() &&
           (layer.heads = std::move(*heads), true);
}

}  // namespace

Settings withLayerHeads(Settings settings, LayerHeads choice) {
    std::vector<LayerHeads>& layers = settings.layerHeads;
    std::erase_if(layers, [&](const LayerHeads& one) { return one.layer == choice.layer; });
    if (choice.heads == settings.heads) choice.heads.clear();
    const bool differs = !choice.heads.empty() || choice.fusion || !choice.weights.empty();
    const auto after = [&](const LayerHeads& one) { return one.layer > choice.layer; };
    if (differs) layers.insert(std::ranges::find_if(layers, after), std::move(choice));
    return settings;
}

Settings withHeadToggled(const Settings& settings, int layer, int head, int count) {
    const LayerHeads* present = layerHeadsOf(settings, layer);
    LayerHeads own = present != nullptr ? *present : LayerHeads{layer, {}, {}, {}};
    const std::vector<int>& before = fusedHeads(settings, layer);
    std::vector<int> heads;
    for (int each = 0; each < count; ++each) {
        const bool isIn = before.empty() || std::ranges::binary_search(before, each);
        if (isIn != (each == head)) heads.push_back(each);
    }
    if (heads.empty()) return settings;
    const bool isAll = static_cast<int>(heads.size()) == count;
    own.heads = isAll && settings.heads.empty() ? std::vector<int>{} : std::move(heads);
    own.weights.clear();
    return withLayerHeads(settings, std::move(own));
}

std::string layerHeadsText(const std::vector<LayerHeads>& layers) {
    if (layers.empty()) return "none";
    std::string text;
    for (const LayerHeads& one : layers) {
        text += (text.empty() ? "" : ";") + numberText(one.layer + 1);
        char before = ':';
        for (const int head : one.heads) text += std::exchange(before, '.') + numberText(head);
        if (one.fusion) text += ':' + std::string(nameOf(*one.fusion));
        if (!one.weights.empty()) text += ":w";
        for (std::size_t i = 0; i < one.weights.size(); ++i)
            text += (i == 0 ? "" : ",") + numberText(one.weights[i]);
    }
    return text;
}

std::optional<std::vector<LayerHeads>> readLayerHeads(
    std::string_view text, std::optional<std::vector<double>> (*numbers)(std::string_view)) {
    std::vector<LayerHeads> layers;
    if (text == "none") return layers;
    if (text.empty()) return std::nullopt;
    while (!text.empty()) {
        std::string_view parts = takeUntil(text, ';');
        const auto number = readCount(takeUntil(parts, ':'), 1);
        if (!number || parts.empty()) return std::nullopt;
        LayerHeads layer;
        layer.layer = *number - 1;
        while (!parts.empty()) {
            if (!readPart(layer, takeUntil(parts, ':'), numbers)) return std::nullopt;
        }
        layers.push_back(std::move(layer));
    }
    const auto place = [](const LayerHeads& one) { return one.layer; };
    std::ranges::sort(layers, {}, place);
    if (std::ranges::adjacent_find(layers, {}, place) != layers.end()) return std::nullopt;
    return layers;
}

std::string headOfLayerText(const std::vector<int>& layerAndHead) {
    if (layerAndHead.size() != 2) return "none";
    return numberText(layerAndHead[0] + 1) + ':' + numberText(layerAndHead[1]);
}

std::optional<std::vector<int>> readHeadOfLayer(std::string_view text) {
    if (text == "none") return std::vector<int>{};
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto layer = readCount(text.substr(0, colon), 1);
    const auto head = readCount(text.substr(colon + 1), 0);
    if (!layer || !head) return std::nullopt;
    return std::vector{*layer - 1, *head};
}

}  // namespace hw
