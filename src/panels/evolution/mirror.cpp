// SPDX-License-Identifier: MIT
#include "panels/evolution/mirror.h"

#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"

namespace hw {
namespace {

/// One row per layer, one column per token, the paper's figure as a table.
void writeLayers(JsonWriter& json, const EvolutionModel& model) {
    const bool fits = model.values.size() <= mirror::mostCells;
    std::string caption = describeExact(model);
    if (!fits) caption += (caption.empty() ? "" : " ") + std::string(mirror::tooManyCells);
    mirror::beginTable(json, model.title, caption,
                       fits ? model.keyLabels : std::vector<std::string>{});
    const int layers = fits ? model.rows : 0;
    for (int layer = layers - 1; layer >= 0; --layer) {
        std::vector<std::string> cells;
        for (int key = 0; key < model.cols; ++key) cells.push_back(describeCell(model, layer, key));
        mirror::tableRow(json, formatText("layer {}"_tr, {layer + 1}), cells);
    }
    mirror::endTable(json);
}

/// The strongest cell of each layer's matrix, since a table of all cells would not help screen reader users.
void writePeaks(JsonWriter& json, const MultiplesModel& model) {
    mirror::beginTable(json, model.title, model.caption,
                       {"largest value"_tr, "output token"_tr, "drawn from"_tr});
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        if (model.layers[layer] == nullptr) continue;
        const MatrixPeak peak = peakOf(*model.layers[layer]);
        if (peak.query < 0) continue;
        mirror::tableRow(json, formatText("layer {}"_tr, {layer + 1}),
                         {shownNumber(peak.value, decimalsFor(model.scale)),
                          model.queryLabels[peak.query], model.keyLabels[peak.key]});
    }
    mirror::endTable(json);
}

}  // namespace

void writeTables(JsonWriter& json, const EvolutionModel& model, const MultiplesModel& multiples) {
    writeLayers(json, model);
    writePeaks(json, multiples);
}

}  // namespace hw
