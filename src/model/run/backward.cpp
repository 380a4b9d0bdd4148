// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "core/words.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

/// The gradient of x_L, and the numbers' sum.
std::vector<float> seedStream(const Network& network, const Trace& trace,
                              std::span<const Target> targets, Pass& pass, Gradients& result) {
    std::vector<float> sum(trace.last().size(), 0.0F);
    for (int text = 0; text < trace.batch.count(); ++text) {
        // A text at a time: each may ask for other outputs.
        const Target& target = targets.size() == 1 ? targets[0] : targets[text];
        const std::vector<int> outputs = outputsOf(target);
        const int n = trace.batch.length(text);
        Batch one;
        one.add(n);
        const std::ptrdiff_t start =
            std::ptrdiff_t{1} * trace.batch.start(text) * network.spec.width;
        const std::ptrdiff_t end = start + std::ptrdiff_t{1} * n * network.spec.width;
        const std::vector<float> own(trace.last().begin() + start, trace.last().begin() + end);
        const int position = target.position < 0 ? n - 1 : target.position;
        const ReadOut out = readOut(network, one, own, {&position, 1}, outputs, pass.workspace);
        result.value += valueOf(target, out.row(0));
        const std::vector<float> gradient =
            readOutBackward(network, one, out, outputs, seedOf(target, out.row(0)), pass.workspace);
        std::ranges::copy(gradient, sum.begin() + start);
    }
    return sum;
}

}  // namespace

Result<Gradients> backward(const Network& network, const Trace& trace,
                           std::span<const Target> targets, const BackwardOptions& options) {
    const Spec& spec = network.spec;
    for (int text = 0; text < trace.batch.count(); ++text)
        if (auto good = checkTarget(targets.size() == 1 ? targets[0] : targets[text], spec,
                                    network.outputs(), trace.batch.length(text));
            !good)
            return std::unexpected(good.error());
    Gradients result;
    const int layers = spec.layerCount();
    Pass pass(network, trace.batch, trace.edits);
    std::vector<float> gradient = seedStream(network, trace, targets, pass, result);
    result.weights.resize(layers);
    result.streams.resize(layers + 1);
    if (options.keepsHeads) result.heads.resize(layers);
    if (options.keepsStreams) result.streams[layers] = gradient;
    pass.patchStreamBackward(layers, gradient);
    LayerRecord again;
    for (int layer = layers - 1; layer >= 0; --layer) {
        if (options.stop && options.stop()) return std::unexpected(cancelled());
        if (trace.records.empty()) {
            again.entering = trace.streams[layer];
            pass.layer(layer, again);
        }
        pass.layerBackward(layer, trace.records.empty() ? again : trace.records[layer], gradient,
                           result.weights[layer],
                           options.keepsHeads ? &result.heads[layer] : nullptr);
        if (options.keepsStreams || layer == 0) result.streams[layer] = gradient;
        pass.patchStreamBackward(layer, gradient);
        if (options.progress) options.progress(static_cast<double>(layers - layer) / layers);
    }
    EmbeddingRecord embedding;
    const bool hasRecord = !trace.embedding.summed.empty();
    if (!hasRecord) {
        std::vector<float> stream;
        pass.embed(trace.texts, embedding, stream);
    }
    pass.embedBackward(hasRecord ? trace.embedding : embedding, gradient, result.words);
    return result;
}

}  // namespace hw::model
