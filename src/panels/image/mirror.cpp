// SPDX-License-Identifier: MIT
#include "panels/image/mirror.h"

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_words.h"

namespace hw {

void writeTables(JsonWriter& json, const ImageModel& model) {
    std::vector<std::string> names;
    for (int col = 0; col < model.cols; ++col) names.push_back("column " + std::to_string(col + 1));
    mirror::beginTable(json, model.title,
                       model.standing.isRefused() ? model.standing.words : model.caption, names);
    const auto at = [&](int r, int c) { return model.values[r * model.cols + c]; };
    const int rows = model.values.empty() ? 0 : model.rows;
    for (int r = 0; r < rows; ++r) {
        std::vector<std::string> cells;
        for (int c = 0; c < model.cols; ++c) cells.push_back(shownNumber(at(r, c), model.decimals));
        mirror::tableRow(json, "row " + std::to_string(r + 1), cells);
    }
    mirror::endTable(json);
}

void writeImageControls(JsonWriter& json, const ImageModel& model) {
    mirror::enumChoice(json, "patches", "Patches", model.form);
    mirror::number(json, "opacity", "Opacity", model.opacity, 1, 0.05);
}

}  // namespace hw
