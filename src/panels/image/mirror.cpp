// SPDX-License-Identifier: MIT
#include "panels/image/mirror.h"

#include <span>

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"

namespace hw {

namespace {

void writeTable(JsonWriter& json, const ImageModel& model, const std::string& title,
                const std::string& caption, const ImageRegion& region,
                std::span<const float> values) {
    std::vector<std::string> names;
    for (int col = 0; col < region.cols; ++col)
        names.push_back(formatText("column {}"_tr, {col + 1}));
    mirror::beginTable(json, title, caption, names);
    for (int r = 0; r < region.rows && !values.empty(); ++r) {
        std::vector<std::string> cells;
        for (int c = 0; c < region.cols; ++c)
            cells.push_back(shownNumber(values[r * region.cols + c], model.decimals));
        mirror::tableRow(json, formatText("row {}"_tr, {r + 1}), cells);
    }
    mirror::endTable(json);
}

}  // namespace

void writeTables(JsonWriter& json, const ImageModel& model) {
    const std::string caption = model.standing.isRefused() ? model.standing.text : model.caption;
    if (model.image == nullptr || model.tiles.empty()) {
        const ImageRegion region{{}, model.values.empty() ? 0 : model.rows, model.cols, 0};
        writeTable(json, model, model.title, caption, region, model.values);
        return;
    }
    const bool isLong = model.values.size() * model.tiles.size() > mirror::mostCells;
    for (const ImageTile& tile : model.tiles) {
        if (isLong && tile.layer >= 0 && tile.layer != model.layer) continue;
        const bool isFirst = &tile == &model.tiles.front();
        writeTable(json, model, model.title + ": " + tile.name, isFirst ? caption : "",
                   model.image->region(tile.region), tile.values);
    }
}

void writeImageControls(JsonWriter& json, const ImageModel& model) {
    mirror::enumChoice(json, "patches", "Patches"_tr, model.form);
    mirror::enumChoice(json, "image", "Picture of"_tr, model.of);
    mirror::number(json, "opacity", "Opacity"_tr, model.opacity, 1, 0.05);
    std::vector<mirror::Option> grids;
    for (const PatchGrid& each : model.grids) {
        const std::string rows = std::to_string(each.rows);
        const std::string cols = std::to_string(each.cols);
        const std::string first = std::to_string(each.firstPatchToken);
        grids.push_back({describeGrid(each.rows, each.cols, each.firstPatchToken),
                         "grid=" + rows + "x" + cols + "@" + first,
                         each == PatchGrid{model.rows, model.cols, model.firstPatch}, true, ""});
    }
    if (!grids.empty()) mirror::choice(json, "grid", "Grid"_tr, grids);
}

}  // namespace hw
