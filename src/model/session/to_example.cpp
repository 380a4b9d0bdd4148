// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ranges>
#include <utility>

#include "core/png.h"
#include "model/network/key_kinds.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

constexpr std::size_t longestTitle = 120;

/// The beginning of a text in one line, truncated between characters.
std::string titleOf(const Run& run) {
    std::string title = run.text;
    // Image tokens as one.
    constexpr std::string_view image = "<image>";
    for (std::size_t at = 0; run.sight && (at = title.find(image, at)) != std::string::npos;
         at += image.size())
        while (std::string_view(title).substr(at + image.size()).starts_with(image))
            title.erase(at, image.size());
    if (run.pair) title += " / " + *run.pair;
    std::ranges::replace(title, '\n', ' ');
    if (title.size() <= longestTitle) return title;
    std::size_t end = longestTitle;
    while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0) == 0x80) --end;
    return title.substr(0, end) + "…";
}

AttentionTensor sized(std::size_t layers, int heads, int queries, int keys) {
    AttentionTensor tensor;
    tensor.layers = static_cast<int>(layers);
    tensor.heads = heads;
    tensor.queries = queries;
    tensor.keys = keys;
    return tensor;
}

AttentionTensor sizedAs(const AttentionTensor& other) {
    return sized(other.layers, other.heads, other.queries, other.keys);
}

void fill(AttentionTensor& tensor, const std::vector<std::vector<float>>& layers) {
    tensor.values.reserve(layers.size() * tensor.matrixSize() * tensor.heads);
    for (const std::vector<float>& layer : layers)
        tensor.values.insert(tensor.values.end(), layer.begin(), layer.end());
}

/// Copies gradients of the same shape as the weights.
void fillGradients(AttentionTensor& gradients, const std::vector<std::vector<float>>& layers,
                   AttentionTensor& weights) {
    fill(gradients, layers);
    dropForbidden(gradients.values, weights.values);
    gradients.hasNegative =
        std::ranges::any_of(gradients.values, [](float value) { return value < 0; });
    noteGradients(weights, gradients);
}

void addSpecialTokens(const Encoding& encoding, Example& example) {
    for (std::size_t i = 0; i < encoding.size(); ++i)
        if (encoding.special[i] && std::ranges::find(example.specialTokens, encoding.tokens[i]) ==
                                       example.specialTokens.end())
            example.specialTokens.push_back(encoding.tokens[i]);
}

}  // namespace

void dropForbidden(std::span<float> gradients, std::span<const float> weights) {
    for (std::size_t i = 0; i < gradients.size(); ++i)
        if (weights[i] == 0) gradients[i] = 0;
}

Example Session::translated(const Run& run, const PairGradients* gradients,
                            bool withGuesses) const {
    Example example =
        toExample(run, gradients == nullptr ? nullptr : &gradients->encoder, withGuesses);
    if (gradients == nullptr || !example.decoder) return example;
    hw::Decoder& decoder = *example.decoder;
    fillGradients(decoder.gradients, gradients->decoder.weights, decoder.attentions);
    fillGradients(decoder.crossGradients, gradients->decoder.cross, decoder.cross);
    return example;
}

Example Session::toExample(const Run& run, const Gradients* gradients, bool withGuesses) const {
    Example example = described(run, gradients != nullptr, withGuesses);
    fill(example.attentions, run.trace.weights);
    if (gradients != nullptr)
        fillGradients(example.gradients, gradients->weights, example.attentions);
    if (run.output) {
        fill(example.decoder->attentions, run.output->trace.weights);
        fill(example.decoder->cross, run.output->trace.cross);
    }
    return example;
}

Example Session::described(const Run& run, bool withGradients, bool withGuesses) const {
    const Encoding& encoding = run.encoding;
    Example example;
    example.title = titleOf(run);
    example.model = shownName();
    example.tokens = encoding.tokens;
    const int n = run.tokens();
    example.attentions = sized(run.trace.weights.size(), facts_.spec.heads, n, n);
    if (withGradients) example.gradients = sizedAs(example.attentions);
    addSpecialTokens(encoding, example);
    if (run.output) {
        const Output& output = *run.output;
        const int heads = decoder_->spec.heads;
        const int m = run.answeringTokens();
        example.decoder = hw::Decoder{.tokens = output.encoding.tokens,
                                      .attentions = sized(output.trace.weights.size(), heads, m, m),
                                      .cross = sized(output.trace.cross.size(), heads, m, n)};
        if (withGradients) {
            example.decoder->gradients = sizedAs(example.decoder->attentions);
            example.decoder->crossGradients = sizedAs(example.decoder->cross);
        }
        addSpecialTokens(output.encoding, example);
    }
    if (run.pair) {
        int segment = 0;
        for (std::size_t i = 0; i < encoding.size(); ++i) {
            // Tokens that were added between the two belong to the first, as in BERT's types.
            if (encoding.sequence[i] >= 0) segment = encoding.sequence[i];
            example.segments.push_back(segment);
        }
    }
    const HeadSpec& head = facts_.spec.head;
    // Pooling by attention reads all patches, too.
    const bool isMean =
        (head.pool == Pool::mean || head.pool == Pool::rootMean || head.pool == Pool::attention) &&
        head.from == 0 && run.trace.batch.pooled(0).from == 0;
    example.outputToken = isMean ? meanOfTokens : usualPosition(run);
    if (facts_.spec.picture && run.picture.width > 0) {
        const PictureSpec& picture = *facts_.spec.picture;
        ImageInfo image;
        image.dataUrl = "data:image/png;base64," +
                        base64(colourPng(run.picture.width, run.picture.height, run.picture.rgb));
        image.rows = picture.rows();
        image.cols = picture.columns();
        image.firstPatchToken = facts_.spec.leadingTokens();
        example.image = std::move(image);
    }
    if (run.sight && !run.imageTokens.empty()) {
        // The cells of a frame are its image tokens.
        const Sight& sight = *run.sight;
        const FrameGrid grid = tokenGrid(sight);
        ImageInfo image;
        for (std::size_t i = 0; i < sight.frames.size(); ++i) {
            const PicturePoints& shown = sight.frames[i].seen.prepared.shown;
            ImageRegion region;
            region.dataUrl =
                "data:image/png;base64," + base64(colourPng(shown.width, shown.height, shown.rgb));
            region.rows = grid.rows;
            region.cols = grid.columns;
            region.firstPatchToken =
                run.imageTokens[i * sight.tokensOfFrame] + sight.tokensOfFrame - grid.cells();
            if (i == 0)
                static_cast<ImageRegion&>(image) = std::move(region);
            else
                image.more.push_back(std::move(region));
        }
        example.image = std::move(image);
    }
    if (withGuesses && facts_.task() == Task::nextWord) {
        for (int i = 0; i < run.answeringTokens(); ++i) {
            const std::vector<Choice> first = top(run, i, 1);
            example.predicted.push_back(first.empty() ? "" : first.front().name);
        }
    }
    return example;
}

}  // namespace hw::model
