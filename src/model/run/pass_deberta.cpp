// SPDX-License-Identifier: MIT
// The additions of DeBERTa (He et al. 2021). Scores: with r the row of the distance from query i to key j, S_ij = s
// (q_i k_j + q_i K_r + k_j Q_r), where K and Q are the layer's keys and queries of distances. The attention is the
// softmax of this sum. Version 2 also has a convolution: x_1 = norm(y_0 + act(c * x_0)), where y_0 is the output of
// layer 0's block.
#include <algorithm>
#include <utility>

#include "model/kernel/activations.h"
#include "model/kernel/head_rows.h"
#include "model/kernel/linear.h"
#include "model/run/pass.h"

namespace hw::model {
namespace {

/// Calls take(token, offset in the window, token of the text that is read) for each token of the window inside the
/// text.
template <class Take>
void eachTap(const Batch& batch, int tokens, const Take& take) {
    for (int text = 0; text < batch.count(); ++text)
        for (int token = 0; token < batch.length(text); ++token)
            for (int tap = 0; tap < tokens; ++tap) {
                const int read = token + tap - tokens / 2;
                if (read >= 0 && read < batch.length(text))
                    take(batch.start(text) + token, tap, batch.start(text) + read);
            }
}

}  // namespace

void Pass::projectDistances(int index) {
    if (!spec.distances) return;
    firstDistance_ = distanceRows_.front();
    const int rows = distanceRows_.back() - firstDistance_ + 1;
    const float* from = network.distances.data() + std::ptrdiff_t{1} * firstDistance_ * spec.width;
    const std::size_t size = std::size_t{1} * rows * spec.heads * spec.headWidth;
    const Block& block = network.block(index);
    for (const auto& [made, part] : {std::pair{&distanceKeys_, &block.distanceKey},
                                     std::pair{&distanceQueries_, &block.distanceQuery}}) {
        if (part->empty()) continue;
        made->resize(size);
        linear(from, rows, part->weight, part->biasOrNull(), made->data(), workspace);
    }
}

void Pass::addDistances(int index, int text, int head, const AttentionRecord& record) {
    const int n = batch.length(text);
    const int width = spec.headWidth;
    const float scale = spec.layers[index].scale;
    const auto add = [&](const std::vector<float>& own, const std::vector<float>& distances,
                         bool isOfKey) {
        if (distances.empty()) return;
        const int rows = static_cast<int>(distances.size() / (std::size_t{1} * spec.heads * width));
        byDistance_.resize(std::size_t{1} * n * rows);
        productTransposed(rowsOf(own, batch.start(text), n, spec.heads, head, width),
                          rowsOf(distances, 0, rows, spec.heads, head, width), scale,
                          {byDistance_.data(), rows, false});
        for (int query = 0; query < n; ++query)
            for (int key = 0; key < n; ++key)
                bias_[std::size_t{1} * query * n + key] +=
                    byDistance_[std::size_t{1} * (isOfKey ? key : query) * rows +
                                rowOf(query, key) - firstDistance_];
    };
    add(record.query, distanceKeys_, false);
    add(record.key, distanceQueries_, true);
}

void Pass::distancesBackward(int index, int text, int head, const std::vector<float>& scores,
                             std::vector<float>& query, std::vector<float>& key) {
    if (!spec.distances) return;
    const int n = batch.length(text);
    const int width = spec.headWidth;
    const float scale = spec.layers[index].scale;
    const auto add = [&](const std::vector<float>& distances, bool isOfKey,
                         std::vector<float>& gradient) {
        if (distances.empty()) return;
        const int rows = static_cast<int>(distances.size() / (std::size_t{1} * spec.heads * width));
        byDistance_.assign(std::size_t{1} * n * rows, 0.0F);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                byDistance_[std::size_t{1} * (isOfKey ? j : i) * rows + rowOf(i, j) -
                            firstDistance_] += scores[std::size_t{1} * i * n + j];
        product({byDistance_.data(), rows, n, rows},
                rowsOf(distances, 0, rows, spec.heads, head, width), scale,
                outputMatrixOf(gradient, batch.start(text), spec.heads, head, width, true));
    };
    add(distanceKeys_, false, query);
    add(distanceQueries_, true, key);
}

void Pass::convolve(LayerRecord& record) {
    const std::ptrdiff_t width = spec.width;
    const int taps = spec.convolutionTokens;
    std::vector<float> windows(record.entering.size() * taps, 0.0F);
    eachTap(batch, taps, [&](std::ptrdiff_t token, int tap, std::ptrdiff_t read) {
        for (std::ptrdiff_t i = 0; i < width; ++i)
            windows[(token * width + i) * taps + tap] = record.entering[read * width + i];
    });
    record.convolved.resize(record.entering.size());
    linear(windows.data(), batch.tokens(), network.convolution.weight,
           network.convolution.biasOrNull(), record.convolved.data(), workspace);
    record.convolvedSum.resize(record.entering.size());
    activate(spec.convolutionActivation, record.convolved.data(), record.convolved.size(),
             record.convolvedSum.data());
    addTo(record.convolvedSum, record.leaving);
    applyNorm(network.convolutionNorm, record.convolvedSum.data(), batch.tokens(), spec.width,
              record.leaving.data(), record.convolvedNorm);
}

std::vector<float> Pass::convolveBackward(const LayerRecord& record, std::vector<float>& gradient) {
    const std::ptrdiff_t width = spec.width;
    const int taps = spec.convolutionTokens;
    applyNormBackward(network.convolutionNorm, gradient.data(), record.convolvedSum.data(),
                      record.convolvedNorm, batch.tokens(), spec.width, gradient.data());
    std::vector<float> branch(gradient.size());
    activateBackward(spec.convolutionActivation, record.convolved.data(), gradient.data(),
                     gradient.size(), branch.data());
    std::vector<float> windows(gradient.size() * taps);
    linearBackward(branch.data(), batch.tokens(), network.convolution.weight, windows.data(),
                   workspace);
    std::ranges::fill(branch, 0.0F);
    eachTap(batch, taps, [&](std::ptrdiff_t token, int tap, std::ptrdiff_t read) {
        for (std::ptrdiff_t i = 0; i < width; ++i)
            branch[read * width + i] += windows[(token * width + i) * taps + tap];
    });
    return branch;
}

void Pass::layerBackward(int index, const LayerRecord& record, const LayerWeights& kept,
                         std::vector<float>& gradient, std::vector<float>& weights,
                         std::vector<float>* headOutputs, CrossGradients* cross) {
    if (index != 0 || network.convolution.empty())
        return blockBackward(index, record, kept, gradient, weights, headOutputs, cross);
    const std::vector<float> beside = convolveBackward(record, gradient);
    blockBackward(index, record, kept, gradient, weights, headOutputs, cross);
    addTo(gradient, beside);
}

}  // namespace hw::model
