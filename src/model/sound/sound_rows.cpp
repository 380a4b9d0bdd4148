// SPDX-License-Identifier: MIT
#include "model/sound/sound_rows.h"

#include <memory>
#include <numeric>
#include <utility>

#include "model/kernel/activations.h"
#include "model/kernel/linear.h"

namespace hw::model {
namespace {

constexpr int taps = 3;  // of both convolutions, which have one zero at each end

/// gelu(convolution of x), [outputs][D]. `at(channel, frame)` is a value of x, [channels][frames].
template <class At>
std::vector<float> convolved(const Weight& weight, const std::vector<float>& bias, int channels,
                             int frames, int step, const At& at) {
    const int outputs = (frames - 1) / step + 1;
    std::vector<float> columns;
    columns.reserve(std::size_t{1} * outputs * channels * taps);
    for (int output = 0; output < outputs; ++output)
        for (int channel = 0; channel < channels; ++channel)
            for (int tap = 0; tap < taps; ++tap) {
                const int frame = output * step + tap - 1;
                columns.push_back(frame < 0 || frame >= frames ? 0 : at(channel, frame));
            }
    std::vector<float> rows(std::size_t{1} * outputs * weight.rows());
    Workspace workspace;
    linear(columns.data(), outputs, weight, bias.data(), rows.data(), workspace);
    activate(Activation::gelu, rows.data(), rows.size(), rows.data());
    return rows;
}

}  // namespace

TextInput soundInput(const Network& network, std::span<const float> features) {
    const SoundSpec& sound = *network.spec.sound;
    const int frames = sound.frames();
    const int width = network.spec.width;
    const std::vector<float> first = convolved(
        network.embeddings, network.patchBias, sound.bins, frames, 1,
        [&](int bin, int frame) { return features[std::size_t{1} * bin * frames + frame]; });
    std::vector<float> rows = convolved(
        network.soundConvolution.weight, network.soundConvolution.bias, width, frames, 2,
        [&](int channel, int frame) { return first[std::size_t{1} * frame * width + channel]; });
    TextInput made;
    made.ids.resize(network.spec.positions);
    std::iota(made.ids.begin(), made.ids.end(), 0);
    made.places = made.ids;
    made.rows = std::make_shared<const std::vector<float>>(std::move(rows));
    return made;
}

}  // namespace hw::model
