// SPDX-License-Identifier: MIT
#include "model/ask/layer_replay.h"

#include "core/localized_text.h"

namespace hw::model {

Result<void> eachLayer(const Network& network, const Trace& trace, const Stop& stop,
                       const LayerCallback& take) {
    Pass pass(network, trace.batch, trace.edits);
    LayerRecord again;
    for (int layer = 0; layer < network.spec.layerCount(); ++layer) {
        if (stop && stop()) return std::unexpected(cancelled());
        if (!trace.records.empty() && layer >= trace.firstLayer) {
            const LayerRecord& record = trace.records[layer];
            take(layer, record, weightsOf(trace, layer, record).own);
            continue;
        }
        if (trace.streams[layer].empty())
            return std::unexpected(
                Problem{.code = Code::badArgument,
                        .place = "layer",
                        .finding = "This run’s residual streams were not kept."_tr,
                        .remedy = {},
                        .byte = {}});
        again.entering = trace.streams[layer];
        pass.layer(layer, again);
        take(layer, again, again.attention.weights);
    }
    return {};
}

std::vector<float> outputMatrix(const Block& block) {
    const Weight& weight = block.output.weight;
    std::vector<float> values(std::size_t{1} * weight.rows() * weight.columns());
    for (int row = 0; row < weight.rows(); ++row)
        weight.unpackRow(row, values.data() + std::size_t{1} * row * weight.columns());
    return values;
}

}  // namespace hw::model
