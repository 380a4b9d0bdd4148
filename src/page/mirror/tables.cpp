// SPDX-License-Identifier: MIT
#include "page/mirror/tables.h"

namespace hw::mirror {

void beginTable(JsonWriter& json, std::string_view title, std::string_view caption,
                const std::vector<std::string>& columns) {
    json.beginObject().field("title", title).field("caption", caption);
    json.array("columns", columns).key("rows").beginArray();
}
void tableRow(JsonWriter& json, std::string_view label, const std::vector<std::string>& cells) {
    json.beginObject().field("label", label).array("cells", cells).endObject();
}
void endTable(JsonWriter& json) { json.endArray().endObject(); }

}  // namespace hw::mirror
