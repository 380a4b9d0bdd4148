// SPDX-License-Identifier: MIT
#include "engine/store/open_documents.h"

#include <algorithm>

#include "core/methods/method_stack.h"
#include "core/tokens/visible_text.h"
#include "core/words.h"

namespace hw {
namespace {

/// Larger files are closed when another one is opened, so that two of them need not fit in memory.
constexpr std::size_t mostKeptBytes = std::size_t{256} << 20;

std::size_t bytesOf(const AttentionTensor& tensor) {
    return tensor.values.size() * sizeof(float) + tensor.halves.size() * sizeof(std::uint16_t);
}

std::size_t bytesOf(const Document& document) {
    std::size_t count = 0;
    for (const Example& example : document.examples) {
        count += bytesOf(example.attentions) + bytesOf(example.gradients) +
                 bytesOf(example.contributions);
        if (!example.decoder) continue;
        const Decoder& decoder = *example.decoder;
        for (const AttentionTensor* tensor :
             {&decoder.attentions, &decoder.cross, &decoder.gradients, &decoder.crossGradients})
            count += bytesOf(*tensor);
    }
    return count;
}

std::string titleOf(const Example& example, std::size_t index) {
    return example.title.empty() ? say("Example {}"_tr, {index + 1}) : example.title;
}

/// What an example is about, to be told from others in a list.
std::string textOf(const Example& example) {
    constexpr std::size_t most = 160;
    std::string text = example.tokensAreNumbered ? "" : runningText(example.tokens, most);
    if (!example.decoder || example.decoder->tokens.empty()) return text;
    if (!text.empty()) text += " → ";
    return text + runningText(example.decoder->tokens, most);
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

std::vector<std::uint32_t> OpenDocuments::add(Document document, std::uint64_t bytes,
                                              DocumentRef& added) {
    auto fresh = std::make_shared<OpenDocument>();
    fresh->id = nextId_++;
    fresh->bytes = bytes;
    fresh->content = std::move(document);
    std::vector<std::uint32_t> closed;
    std::vector<DocumentRef> kept;
    for (const DocumentRef& old : open_) {
        const bool newest = old == open_.back();
        if (newest && bytesOf(old->content) <= mostKeptBytes) {
            kept.push_back(old);
        } else {
            closed.push_back(old->id);
        }
    }
    kept.push_back(fresh);
    open_ = std::move(kept);
    added = std::move(fresh);
    return closed;
}

DocumentRef OpenDocuments::find(std::uint32_t id) const {
    const auto found = std::find_if(open_.begin(), open_.end(),
                                    [&](const DocumentRef& open) { return open->id == id; });
    return found == open_.end() ? nullptr : *found;
}

DocumentSummary summaryOf(const OpenDocument& document, int example) {
    const Document& content = document.content;
    DocumentSummary summary;
    summary.id = document.id;
    summary.name = content.name;
    summary.form = content.form;
    for (std::size_t i = 0; i < content.examples.size(); ++i) {
        summary.exampleTitles.push_back(titleOf(content.examples[i], i));
        summary.exampleTexts.push_back(textOf(content.examples[i]));
    }
    summary.example = example;
    summary.current = summaryOf(content.examples[example]);
    summary.warnings = content.warnings;
    summary.bytes = document.bytes;
    if (content.saved) summary.savedView = content.saved->view;
    summary.check = checkReport(content, content.examples[example], 1);
    return summary;
}

}  // namespace hw
