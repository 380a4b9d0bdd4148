// SPDX-License-Identifier: MIT
#include "panels/heads/mirror.h"

#include <cmath>
#include <string>

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_words.h"

namespace hw {

/// What can be said of a head in numbers, in the order of the thumbnails.
void writeTables(JsonWriter& json, const HeadsModel& model) {
    mirror::beginTable(
        json, model.title, "",
        {"entropy, bits", "mean distance, tokens", "share on special tokens", "in the fusion"});
    const auto figure = [&](float value) {
        return model.hasStatistics && std::isnan(value) ? std::string(missingWord)
                                                        : shownNumber(value);
    };
    for (const HeadCell& cell : model.cells) {
        mirror::tableRow(
            json,
            "layer " + std::to_string(cell.layer + 1) + ", head " + std::to_string(cell.head + 1),
            {figure(cell.entropy), figure(cell.distance), figure(cell.special),
             cell.used ? "yes" : "no"});
    }
    mirror::endTable(json);
}

void writeHeadControls(JsonWriter& json, const HeadsModel& model) {
    if (model.canRoll) mirror::enumChoice(json, "thumbnails", "Thumbnails", model.thumbnailsOf);
}

/// [layer, head, entropy, distance, special, fused] each, both counted as on the page
void writeHeads(JsonWriter& json, const HeadsModel& model) {
    json.beginObject().key("heads").beginArray();
    for (const HeadCell& head : model.cells) {
        json.beginArray();
        for (const float number :
             {static_cast<float>(head.layer + 1), static_cast<float>(head.head + 1), head.entropy,
              head.distance, head.special, head.used ? 1.0F : 0.0F})
            json.value(number);
        json.endArray();
    }
    json.endArray().endObject();
}

}  // namespace hw
