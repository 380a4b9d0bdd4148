// SPDX-License-Identifier: MIT
#include "panels/matrix/mirror.h"

#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"

namespace hw {

/// One row per output token, one column per input token.
void writeTables(JsonWriter& json, const MatrixModel& model) {
    const Answer* matrix = model.t < 0.5 || model.to == nullptr ? model.from : model.to;
    const std::size_t cols = model.keyLabels.size();
    const std::size_t rows = model.queryLabels.size();
    const bool fits = rows * cols <= mirror::mostCells;
    std::string caption = model.progress;
    for (const std::string& part :
         {model.caption, fits ? std::string() : std::string(mirror::tooManyCells)}) {
        if (!caption.empty() && !part.empty()) caption += ". ";
        caption += part;
    }
    const bool there = fits && matrix != nullptr && matrix->values.size() == rows * cols;
    mirror::beginTable(json, model.title, caption,
                       there ? model.keyLabels : std::vector<std::string>{});
    const int decimals = there ? decimalsFor(matrix->largest) : 0;
    for (std::size_t query = 0; there && query < rows; ++query) {
        std::vector<std::string> cells;
        for (std::size_t key = 0; key < cols; ++key) {
            cells.push_back(signedNumber(matrix->values[query * cols + key], decimals));
        }
        mirror::tableRow(json, model.queryLabels[query], cells);
    }
    mirror::endTable(json);
}

}  // namespace hw
