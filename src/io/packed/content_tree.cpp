// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "io/json/number.h"
#include "io/packed/content.h"
#include "io/packed/picture.h"
#include "io/packed/quantise.h"

namespace hw::io {

namespace {

void addTexts(Tree& tree, NodeId parent, std::string_view key,
              const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    const NodeId list = tree.addNode(Kind::array, parent, key);
    for (const std::string& text : texts) tree.addStringValue(list, {}, text);
}

void addText(Tree& tree, NodeId parent, std::string_view key, const std::string& text) {
    if (!text.empty()) tree.addStringValue(parent, key, text);
}

void addNumber(Tree& tree, NodeId parent, std::string_view key, double number) {
    tree.nodes[tree.addNode(Kind::number, parent, key)].number = number;
}

template <class... Sizes>
Shape shapeOf(Sizes... sizes) {
    Shape shape;
    ((shape.sizes[shape.rank++] = static_cast<std::uint32_t>(sizes)), ...);
    return shape;
}

void addGrid(Tree& tree, NodeId parent, Grid&& grid, GradientGrid&& gradients,
             std::string_view key = "attentions") {
    if (grid.empty()) return;
    const Shape shape = shapeOf(grid.layers, grid.heads, grid.queries, grid.keys);
    tree.addNumbers(parent, key, shape, weightsOf(grid));
    grid.parts = {};
    if (gradients.empty()) return;
    tree.addNumbers(parent, "gradients", shape, gradientsOf(gradients));
    gradients.grid.parts = {};
}

void addList(Tree& tree, NodeId parent, std::string_view key, const std::vector<int>& list) {
    if (!list.empty())
        tree.addNumbers(parent, key, shapeOf(list.size()),
                        std::vector<float>(list.begin(), list.end()));
}

void addScores(Tree& tree, NodeId parent, const std::vector<PackedScores>& scores) {
    if (scores.empty()) return;
    const NodeId all = tree.addNode(Kind::object, parent, "importance");
    for (const PackedScores& each : scores) {
        std::vector<double> values;
        for (const std::uint32_t rank : each.ranks)
            values.push_back(static_cast<double>(each.low) + static_cast<double>(each.step) * rank);
        tree.addNumbers(all, each.name, shapeOf(values.size()),
                        std::vector<float>(values.begin(), values.end()));
        tree.blocks.back().exact = tree.exactValues.size();
        tree.exactValues.insert(tree.exactValues.end(), values.begin(), values.end());
    }
}

void addPicture(Tree& tree, NodeId parent, const PackedPicture& picture) {
    const NodeId image = tree.addNode(Kind::object, parent, "image");
    tree.addStringValue(image, "data", dataUrl(picture));
    addList(tree, image, "grid", {picture.rows, picture.cols});
    addNumber(tree, image, "firstPatchToken", picture.firstPatchToken);
}

/// From 0 to 1, between commas after a key. NaN for an empty one.
std::vector<float> parts(std::string_view text) {
    std::vector<float> numbers;
    while (true) {
        const std::size_t end = std::min(text.find(','), text.size());
        Decimal decimal;
        const bool isNumber = readDecimal(text.substr(0, end), decimal) && !decimal.negative;
        const float number = isNumber ? toFloat(decimal, text.substr(0, end)) : std::nanf("");
        numbers.push_back(number <= 1 ? number : std::nanf(""));
        if (end == text.size()) return numbers;
        text.remove_prefix(end + 1);
    }
}

/// The numbers after a key, or empty if they are not valid.
std::vector<int> wholeNumbers(std::string_view text) {
    std::vector<int> numbers;
    while (!text.empty()) {
        int number = 0;
        std::size_t digits = 0;
        for (; digits < text.size() && digits < 7 && text[digits] >= '0' && text[digits] <= '9';
             ++digits)
            number = 10 * number + (text[digits] - '0');
        if (digits == 0 || (digits < text.size() && text[digits] != ',')) return {};
        numbers.push_back(number);
        text.remove_prefix(std::min(text.size(), digits + 1));
    }
    return numbers;
}

/// Several pictures, or patches without one, in the form of a file.
bool addPatches(Tree& tree, NodeId root, const Content& content) {
    for (const std::string& each : content.more) {
        if (!each.starts_with(patchesKey)) continue;
        const std::vector<int> numbers =
            wholeNumbers(std::string_view(each).substr(patchesKey.size()));
        if (numbers.size() < 4 || numbers.size() % 3 != 1) return false;
        const int count = static_cast<int>(numbers.size() / 3);
        const bool isVideo = numbers[0] == 1;
        const NodeId list = isVideo ? root : tree.addNode(Kind::array, root, "imageRegions");
        for (int i = 0; i < (isVideo ? 1 : count); ++i) {
            const auto* at = &numbers[1 + 3 * i];
            const NodeId image = tree.addNode(Kind::object, list, isVideo ? "image" : "");
            if (i == 0 && content.picture)
                tree.addStringValue(image, "data", dataUrl(*content.picture));
            addList(
                tree, image, "grid",
                isVideo ? std::vector<int>{count, at[0], at[1]} : std::vector<int>{at[0], at[1]});
            addNumber(tree, image, "firstPatchToken", at[2]);
        }
        return true;
    }
    return false;
}

LocalizedText fusedLine(HeadFusion fusion) {
    switch (fusion) {
        case HeadFusion::mean: return "individual heads (only each layer’s mean)"_tr;
        case HeadFusion::max: return "individual heads (only each layer’s maximum)"_tr;
        case HeadFusion::min: return "individual heads (only each layer’s minimum)"_tr;
        default: return "individual heads (only each layer’s mean weighted by gradients)"_tr;
    }
}

}  // namespace

std::vector<std::string> leftOutLines(std::uint32_t leftOut, HeadFusion fusion) {
    std::vector<std::string> lines;
    const auto line = [&](MissingParts what, LocalizedText text) {
        if ((leftOut & what) != 0) lines.push_back(text);
    };
    line(withoutHeads, fusedLine(fusion));
    line(withoutGradients, "gradients (no gradient rollout or relevance)"_tr);
    line(withoutHeadGradients,
         "gradients of individual heads (gradient rollout and relevance use all heads)"_tr);
    line(withoutScores, "importance scores"_tr);
    line(withoutPicture, "the picture"_tr);
    line(withoutExamples, "the file's other examples"_tr);
    line(withoutDetail, "fine detail of the picture"_tr);
    line(withoutAttention, "the attention (it has the contributions)"_tr);
    line(withoutContributions, "the contributions (it has the attention)"_tr);
    return lines;
}

Tree treeOf(Content&& content) {
    Tree tree;
    const NodeId root = tree.addNode(Kind::object, none);
    const NodeId link = tree.addNode(Kind::object, root, linkKey);
    addNumber(tree, link, "bound", content.bound / 1e6);
    addNumber(tree, link, "leftOut", content.leftOut);
    addNumber(tree, link, "fusion", static_cast<int>(content.fusion));
    addText(tree, root, "title", content.title);
    addText(tree, root, "model", content.model);
    addText(tree, root, "source", content.source);
    if (content.cross.empty()) {
        addTexts(tree, root, "tokens", content.tokens);
        addGrid(tree, root, std::move(content.self), std::move(content.selfGradients),
                content.ofContributions ? "contributions" : "attentions");
        addText(tree, root, "contributionKind", content.contributionKind);
    } else {
        const NodeId encoder = tree.addNode(Kind::object, root, "encoder");
        addTexts(tree, encoder, "tokens", content.tokens);
        addGrid(tree, encoder, std::move(content.self), std::move(content.selfGradients));
        const NodeId decoder = tree.addNode(Kind::object, root, "decoder");
        addTexts(tree, decoder, "tokens", content.decoderTokens);
        addGrid(tree, decoder, std::move(content.decoder), std::move(content.decoderGradients));
        addGrid(tree, tree.addNode(Kind::object, root, "cross"), std::move(content.cross),
                std::move(content.crossGradients));
    }
    if (content.gradients == GradientKind::products)
        addText(tree, root, "gradientKind", "products");
    addTexts(tree, root, "specialTokens", content.specialTokens);
    std::vector<std::string> predicted;
    std::vector<float> probabilities;
    for (const std::string& each : content.more) {
        if (each.starts_with(predictedKey)) predicted.push_back(each.substr(predictedKey.size()));
        if (each.starts_with(probabilitiesKey))
            probabilities = parts(std::string_view(each).substr(probabilitiesKey.size()));
        if (!each.starts_with(ranksKey)) continue;
        const std::vector<int> ranks = wholeNumbers(std::string_view(each).substr(ranksKey.size()));
        if (ranks.size() == 1 && ranks[0] <= 2000) addNumber(tree, link, "ranks", ranks[0] / 1e3);
    }
    addTexts(tree, root, "predicted", predicted);
    if (probabilities.size() == predicted.size() && !predicted.empty())
        tree.addNumbers(root, "predictedProbability", shapeOf(predicted.size()),
                        std::move(probabilities));
    addNumber(tree, root, "outputToken", content.outputToken);
    addList(tree, root, "words", content.words);
    addList(tree, root, "segments", content.segments);
    if (!content.fixedResidual.empty()) {
        std::vector<float> ratios;
        for (const int ratio : content.fixedResidual)
            ratios.push_back(static_cast<float>(ratio / 4095.0));
        tree.addNumbers(root, "fixedResidual", shapeOf(ratios.size()), std::move(ratios));
    }
    addScores(tree, root, content.scores);
    if (!addPatches(tree, root, content) && content.picture)
        addPicture(tree, root, *content.picture);
    return tree;
}

}  // namespace hw::io
