// SPDX-License-Identifier: MIT
#include "model/network/load_cross.h"

#include <cmath>

namespace hw::model {

void loadCross(Loader& loader, const Spec& spec, Block& block) {
    const TensorNames& names = spec.names;
    const int queries = spec.heads * spec.headWidth;
    const int keys = spec.keyHeads * spec.headWidth;
    block.crossNorm =
        loader.norm(names.crossNorm, spec.width, spec.hasNormBias, spec.norm, spec.epsilon);
    block.crossQuery = loader.linear(names.crossQuery, spec.hasQkvBias, queries, spec.width);
    block.crossKey =
        loader.linear(names.crossKey, spec.hasQkvBias && spec.hasKeyBias, keys, spec.width);
    block.crossValue = loader.linear(names.crossValue, spec.hasQkvBias, keys, spec.width);
    block.crossOutput = loader.linear(names.crossOutput, spec.hasOutputBias, spec.width, queries);
}

void addPosition(const Network& network, int position, int width, float* to) {
    if (!network.spec.hasSinusoids) {
        const float* from = network.positions.data() + std::ptrdiff_t{1} * position * width;
        for (int i = 0; i < width; ++i) to[i] += from[i];
        return;
    }
    const int sines = (width + 1) / 2;
    for (int column = 0; column < width; ++column) {
        const int pair = column < sines ? column : column - sines;
        const double angle = position / std::pow(10000.0, 2.0 * pair / width);
        to[column] += static_cast<float>(column < sines ? std::sin(angle) : std::cos(angle));
    }
}

}  // namespace hw::model
