// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <utility>

#include "core/localized_text.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

/// The gradient of x_L for the sum of all values.
std::vector<float> seedStream(const Network& network, const Trace& trace,
                              std::span<const Target> targets, double& value,
                              std::vector<float>& pool) {
    Workspace workspace;
    std::vector<float> sum(trace.last().size(), 0.0F);
    for (int text = 0; text < trace.batch.count(); ++text) {
        // One text at a time, because each may need other outputs.
        const Target& whole = targets.size() == 1 ? targets[0] : targets[text];
        const int n = trace.batch.length(text);
        Batch one;
        one.add(n);
        const std::ptrdiff_t start =
            std::ptrdiff_t{1} * trace.batch.start(text) * network.spec.width;
        const std::ptrdiff_t end = start + std::ptrdiff_t{1} * n * network.spec.width;
        const std::vector<float> own(trace.last().begin() + start, trace.last().begin() + end);
        for (const Target& target : partsOf(whole)) {
            const std::vector<int> outputs = outputsOf(target);
            const int position = target.position < 0 ? n - 1 : target.position;
            const ReadOut out =
                readOut(network, one, own, {&position, 1}, outputs, workspace,
                        trace.edits.empty() ? std::span<const Edits>()
                                            : std::span(trace.edits).subspan(text, 1));
            value += valueOf(target, out.row(0));
            std::vector<float> weights;
            const std::vector<float> gradient = readOutBackward(
                network, one, out, outputs, seedOf(target, out.row(0)), workspace, &weights);
            pool.insert(pool.end(), weights.begin(), weights.end());
            std::transform(gradient.begin(), gradient.end(), sum.begin() + start,
                           sum.begin() + start, std::plus<>());
        }
    }
    return sum;
}

}  // namespace

Result<Gradients> backward(const Network& network, const Trace& trace,
                           std::span<const Target> targets, const BackwardOptions& options) {
    for (int text = 0; text < trace.batch.count(); ++text)
        if (auto good = checkTarget(targets.size() == 1 ? targets[0] : targets[text], network.spec,
                                    network.outputs(), trace.batch.length(text));
            !good)
            return std::unexpected(good.error());
    double value = 0;
    std::vector<float> pool;
    std::vector<float> gradient = seedStream(network, trace, targets, value, pool);
    gradient.push_back(static_cast<float>(value));
    if (auto good = checkFinite(gradient); !good) return std::unexpected(std::move(good.error()));
    gradient.pop_back();
    auto result = backwardFrom(network, trace, std::move(gradient), options);
    if (!result) return result;
    result->value = value;
    result->pool = std::move(pool);
    return result;
}

Result<Gradients> backwardFrom(const Network& network, const Trace& trace,
                               std::vector<float> gradient, const BackwardOptions& options) {
    const Spec& spec = network.spec;
    Gradients result;
    const int layers = spec.layerCount();
    Pass pass(network, trace.batch, trace.edits, trace.encoderStates.get());
    CrossGradients cross;
    result.weights.resize(layers);
    result.streams.resize(layers + 1);
    if (spec.hasCross) result.cross.resize(layers);
    if (options.keepsHeads) result.heads.resize(layers);
    if (options.keepsStreams) result.streams[layers] = gradient;
    pass.patchStreamBackward(layers, gradient);
    LayerRecord again;
    for (int layer = layers - 1; layer >= 0; --layer) {
        if (options.stop && options.stop()) return std::unexpected(cancelled());
        const bool isKept = !trace.records.empty() && layer >= trace.firstLayer;
        if (!isKept) {
            again.entering = trace.streams[layer];
            pass.layer(layer, again);
        }
        const LayerRecord& record = isKept ? trace.records[layer] : again;
        pass.layerBackward(layer, record, weightsOf(trace, layer, record), gradient,
                           result.weights[layer],
                           options.keepsHeads ? &result.heads[layer] : nullptr, &cross);
        if (options.seeGradients) {
            options.seeGradients(layer, weightsOf(trace, layer, record).own, result.weights[layer]);
            result.weights[layer] = {};
        }
        if (spec.hasCross) result.cross[layer] = std::move(cross.weights);
        if (options.keepsStreams || layer == 0) result.streams[layer] = gradient;
        pass.patchStreamBackward(layer, gradient);
        if (options.progress) options.progress(static_cast<double>(layers - layer) / layers);
    }
    result.encoderStates = std::move(cross.encoderStates);
    EmbeddingRecord embedding;
    const bool hasRecord = !trace.embedding.summed.empty();
    if (!hasRecord) {
        std::vector<float> stream;
        pass.embed(trace.texts, embedding, stream);
    }
    pass.embedBackward(hasRecord ? trace.embedding : embedding, gradient, result.embeddings);
    return result;
}

EncoderStates encoderStatesOf(const Network& encoder, const Trace& trace, NormRecord& record) {
    EncoderStates encoderStates{std::vector<float>(trace.last().size()), trace.batch};
    applyNorm(encoder.finalNorm, trace.last().data(), trace.batch.tokens(), encoder.spec.width,
              encoderStates.rows.data(), record);
    return encoderStates;
}

std::vector<float> backwardEncoderStates(const Network& encoder, const Trace& trace,
                                         const NormRecord& record,
                                         std::span<const float> gradient) {
    std::vector<float> made(gradient.size());
    applyNormBackward(encoder.finalNorm, gradient.data(), trace.last().data(), record,
                      trace.batch.tokens(), encoder.spec.width, made.data());
    return made;
}

}  // namespace hw::model
