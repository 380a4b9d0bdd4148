// SPDX-License-Identifier: MIT
#include "engine/store/document_summary.h"

#include <algorithm>

#include "core/localized_text.h"
#include "core/methods/method_stack.h"
#include "core/statistics/attention_sinks.h"
#include "core/tokens/visible_text.h"

namespace hw {
namespace {

/// The maximum of made examples in a list for people.
constexpr std::size_t mostListed = 200;

std::string titleOf(const Example& example, std::size_t index) {
    return example.title.empty() ? formatText("Example {}"_tr, {index + 1}) : example.title;
}

ExampleSummary summaryOf(const Example& example) {
    ExampleSummary summary;
    summary.title = example.title;
    summary.model = example.model;
    summary.source = example.source;
    summary.tokens = example.tokens;
    summary.tokensAreNumbered = example.tokensAreNumbered;
    summary.layers = example.attentions.layers;
    summary.heads = example.attentions.heads;
    summary.kind = example.kind();
    summary.hasSelf = !example.attentions.empty();
    summary.hasGradients = !example.gradients.empty();
    summary.productGradients = example.productGradients;
    summary.hasFixedResidual = !example.fixedResidual.empty();
    summary.importance = example.importance;
    summary.image = example.image;
    summary.grids = example.grids;
    summary.words = example.words;
    summary.segments = example.segments;
    summary.specialTokens = example.specialTokens;
    summary.outputToken = example.outputToken;
    summary.contributionLayers = example.contributions.layers;
    summary.isGlobal = example.contributions.isGlobal();
    summary.contributionKind = example.contributionKind;
    summary.predicted = example.predicted;
    summary.predictedProbability = example.predictedProbability;
    summary.cuts = example.cuts;
    summary.asks = example.asks;
    if (summary.hasSelf) summary.sinks = sinksOf(example.attentions);
    const auto noteNegative = [&](Side side, const AttentionTensor& tensor) {
        if (tensor.hasNegative) summary.negativeSides |= 1 << static_cast<int>(side);
    };
    noteNegative(Side::encoder, example.attentions);
    noteNegative(Side::contributions, example.contributions);
    if (!example.decoder) return summary;
    const Decoder& decoder = *example.decoder;
    const AttentionTensor& stack = decoder.cross.empty() ? decoder.attentions : decoder.cross;
    noteNegative(Side::decoder, decoder.attentions);
    noteNegative(Side::cross, decoder.cross);
    summary.decoderTokens = decoder.tokens;
    summary.decoderLayers = stack.layers;
    summary.decoderHeads = stack.heads;
    summary.hasDecoderSelf = !decoder.attentions.empty();
    summary.hasCross = !decoder.cross.empty();
    if (summary.hasDecoderSelf) summary.decoderSinks = sinksOf(decoder.attentions);
    if (summary.hasCross) {
        summary.bothTokens = summary.tokens;
        summary.bothTokens.insert(summary.bothTokens.end(), decoder.tokens.begin(),
                                  decoder.tokens.end());
    }
    summary.hasDecoderGradients = !decoder.gradients.empty();
    summary.hasRelevance = summary.hasCross && checkGradients(example, Part::cross).has_value();
    return summary;
}

}  // namespace

std::string textOf(const Example& example) {
    constexpr std::size_t most = 160;
    std::string text = example.tokensAreNumbered ? "" : runningText(example.tokens, most);
    if (!example.decoder || example.decoder->tokens.empty()) return text;
    if (!text.empty()) text += " → ";
    return text + runningText(example.decoder->tokens, most);
}

std::vector<ListedExample> MadeExamples::list() const {
    std::vector<ListedExample> listed;
    for (auto one = kept_.rbegin(); one != kept_.rend() && listed.size() < mostListed; ++one) {
        if (one->isSettled) listed.push_back({one->id, one->recipe, one->title, one->text});
    }
    std::ranges::reverse(listed);
    return listed;
}

DocumentSummary summaryOf(const OpenDocument& document, int id, const Example& example) {
    const Document& about = document.about;
    DocumentSummary summary;
    summary.id = document.id;
    summary.name = about.name;
    summary.form = about.form;
    for (std::size_t i = 0; i < document.examples.size(); ++i) {
        summary.exampleTitles.push_back(titleOf(*document.examples[i], i));
        summary.exampleTexts.push_back(textOf(*document.examples[i]));
    }
    summary.made = document.made.list();
    summary.example = id;
    summary.current = summaryOf(example);
    summary.warnings = about.warnings;
    if (const StoredExample* made = document.made.find(id)) {
        summary.current.recipe = made->recipe;
        summary.warnings = made->warnings;
    }
    summary.bytes = document.bytes;
    if (about.saved) summary.savedView = about.saved->view;
    summary.check = checkReport(about, example, 1);
    return summary;
}

}  // namespace hw
