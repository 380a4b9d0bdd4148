// SPDX-License-Identifier: MIT
#include "panels/heads/mirror.h"

#include <cmath>
#include <string>

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"

namespace hw {

/// The statistics of each head, in the order of the thumbnails.
void writeTables(JsonWriter& json, const HeadsModel& model) {
    std::vector<std::string> columns{"entropy, bits"_tr, "mean distance, tokens"_tr,
                                     "share on special tokens"_tr, "in use"_tr};
    const bool patches = model.region != nullptr;
    if (patches) columns.emplace_back("share on the picture"_tr);
    if (patches && model.severalPictures) columns.emplace_back("share on this picture"_tr);
    mirror::beginTable(json, model.title, "", columns);
    const auto figure = [&](float value) {
        return model.hasStatistics && std::isnan(value) ? std::string(missingWord)
                                                        : shownNumber(value);
    };
    for (const HeadCell& cell : model.cells) {
        std::vector<std::string> cells{figure(cell.entropy), figure(cell.distance),
                                       figure(cell.special), cell.used ? "yes"_tr : "no"_tr};
        if (patches) cells.push_back(shownNumber(cell.picture));
        if (patches && model.severalPictures) cells.push_back(shownNumber(cell.region));
        mirror::tableRow(json, formatText("layer {}, head {}"_tr, {cell.layer + 1, cell.head + 1}),
                         cells);
    }
    mirror::endTable(json);
}

void writeHeadControls(JsonWriter& json, const HeadsModel& model) {
    const auto words = choiceNames<HeadThumbnails>();
    if (model.canRoll)
        mirror::wordChoice(json, "thumbnails", "Thumbnails"_tr, words.first(model.canPatch ? 3 : 2),
                           static_cast<int>(model.thumbnailsOf));
}

/// Each head is [layer, head, entropy, distance, special, fused], with layers from 1 and heads from 0 as in links. On a
/// picture it also has the shares on all pictures and on the shown one.
void writeHeads(JsonWriter& json, const HeadsModel& model) {
    json.beginObject().key("heads").beginArray();
    for (const HeadCell& head : model.cells) {
        json.beginArray();
        for (const float number :
             {static_cast<float>(head.layer + 1), static_cast<float>(head.head), head.entropy,
              head.distance, head.special, head.used ? 1.0F : 0.0F})
            json.value(number);
        if (model.region != nullptr) json.value(head.picture).value(head.region);
        json.endArray();
    }
    json.endArray().endObject();
}

}  // namespace hw
