// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ranges>
#include <utility>

#include "core/png.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

constexpr std::size_t longestTitle = 120;

/// The beginning of a text in one line, cut between characters.
std::string titleOf(const Run& run) {
    std::string title = run.text;
    if (run.pair) title += " / " + *run.pair;
    std::ranges::replace(title, '\n', ' ');
    if (title.size() <= longestTitle) return title;
    std::size_t end = longestTitle;
    while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0) == 0x80) --end;
    return title.substr(0, end) + "…";
}

AttentionTensor tensorOf(const std::vector<std::vector<float>>& layers, int heads, int queries,
                         int keys) {
    AttentionTensor tensor;
    tensor.layers = static_cast<int>(layers.size());
    tensor.heads = heads;
    tensor.queries = queries;
    tensor.keys = keys;
    tensor.values.reserve(layers.size() * tensor.matrixSize() * heads);
    for (const std::vector<float>& layer : layers)
        tensor.values.insert(tensor.values.end(), layer.begin(), layer.end());
    return tensor;
}

/// Gradients of weights that the mask forbids are no gradients of anything (dy/dA where A has to be 0).
void dropForbidden(AttentionTensor& gradients, const AttentionTensor& weights) {
    for (std::size_t i = 0; i < gradients.values.size(); ++i)
        if (weights.values[i] == 0) gradients.values[i] = 0;
}

/// Gradients of the same shape as the weights, with which they are noted.
AttentionTensor gradientsOf(const std::vector<std::vector<float>>& layers,
                            AttentionTensor& weights) {
    AttentionTensor made = tensorOf(layers, weights.heads, weights.queries, weights.keys);
    dropForbidden(made, weights);
    made.hasNegative = std::ranges::any_of(made.values, [](float value) { return value < 0; });
    noteGradients(weights, made);
    return made;
}

void addSpecialTokens(const Encoding& encoding, Example& example) {
    for (std::size_t i = 0; i < encoding.size(); ++i)
        if (encoding.special[i] && std::ranges::find(example.specialTokens, encoding.tokens[i]) ==
                                       example.specialTokens.end())
            example.specialTokens.push_back(encoding.tokens[i]);
}

}  // namespace

Example Session::translated(const Run& run, const PairGradients* gradients,
                            bool withGuesses) const {
    Example example =
        toExample(run, gradients == nullptr ? nullptr : &gradients->encoder, withGuesses);
    if (gradients == nullptr || !example.decoder) return example;
    hw::Decoder& decoder = *example.decoder;
    decoder.gradients = gradientsOf(gradients->decoder.weights, decoder.attentions);
    decoder.crossGradients = gradientsOf(gradients->decoder.cross, decoder.cross);
    return example;
}

Example Session::toExample(const Run& run, const Gradients* gradients, bool withGuesses) const {
    const Encoding& encoding = run.encoding;
    Example example;
    example.title = titleOf(run);
    example.model = facts_.spec.familyName;
    example.tokens = encoding.tokens;
    const int n = run.tokens();
    example.attentions = tensorOf(run.trace.weights, facts_.spec.heads, n, n);
    if (gradients != nullptr)
        example.gradients = gradientsOf(gradients->weights, example.attentions);
    addSpecialTokens(encoding, example);
    if (run.output) {
        const Output& output = *run.output;
        const int heads = decoder_->spec.heads;
        const int m = run.answeringTokens();
        example.decoder = hw::Decoder{.tokens = output.encoding.tokens,
                                      .attentions = tensorOf(output.trace.weights, heads, m, m),
                                      .cross = tensorOf(output.trace.cross, heads, m, n)};
        addSpecialTokens(output.encoding, example);
    }
    if (run.pair) {
        int segment = 0;
        for (std::size_t i = 0; i < encoding.size(); ++i) {
            // What was added between the two belongs to the first, as in BERT's types.
            if (encoding.sequence[i] >= 0) segment = encoding.sequence[i];
            example.segments.push_back(segment);
        }
    }
    const HeadSpec& head = facts_.spec.head;
    const bool isMean = head.pool == Pool::mean && head.from == 0;
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
    if (withGuesses && facts_.task() == Task::nextWord) {
        for (int i = 0; i < run.answeringTokens(); ++i) {
            const std::vector<Choice> first = top(run, i, 1);
            example.predicted.push_back(first.empty() ? "" : first.front().name);
        }
    }
    return example;
}

}  // namespace hw::model
