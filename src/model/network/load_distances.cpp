// SPDX-License-Identifier: MIT
#include "model/network/load_distances.h"

#include <cstdint>

#include "model/kernel/norms.h"

namespace hw::model {

void loadDistances(Loader& loader, Network& network) {
    const Spec& spec = network.spec;
    const TensorNames& names = spec.names;
    if (spec.distances) {
        const int rows = 2 * spec.distances->span;
        network.distances = loader.table(names.distances, rows, spec.width);
        if (spec.distances->isNormed) {
            const Norm norm =
                loader.norm(names.distanceNorm, spec.width, true, NormKind::layer, spec.epsilon);
            if (loader.failed()) return;
            layerNorm(network.distances.data(), rows, spec.width, norm.weight.data(),
                      norm.bias.data(), norm.epsilon, network.distances.data(), nullptr, nullptr);
        }
    }
    if (spec.convolutionTokens == 0) return;
    network.convolution.weight = loader.filters(
        names.convolution, {spec.width, spec.width, std::int64_t{spec.convolutionTokens}});
    network.convolution.bias = loader.vector(names.convolution + ".bias", spec.width);
    network.convolutionNorm =
        loader.norm(names.convolutionNorm, spec.width, true, NormKind::layer, spec.epsilon);
}

void loadDistanceParts(Loader& loader, const Spec& spec, Block& block) {
    const DistanceSpec& distances = *spec.distances;
    const int rows = spec.heads * spec.headWidth;
    if (distances.hasKeys)
        block.distanceKey = distances.sharesWeights
                                ? block.key
                                : loader.linear(spec.names.distanceKey, true, rows, spec.width);
    if (distances.hasQueries)
        block.distanceQuery = distances.sharesWeights
                                  ? block.query
                                  : loader.linear(spec.names.distanceQuery, true, rows, spec.width);
}

}  // namespace hw::model
