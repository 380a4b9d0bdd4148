// SPDX-License-Identifier: MIT
#include "page/mirror/options.h"

namespace hw::mirror {

void begin(JsonWriter& json, const char* kind, std::string_view key, std::string_view label,
           std::string_view tip) {
    json.beginObject().field("kind", kind).field("key", key).field("label", label);
    if (!tip.empty()) json.field("tip", tip);
}

void section(JsonWriter& json, std::string_view key, std::string_view label) {
    begin(json, "section", key, label);
    json.endObject();
}

void writeOptions(JsonWriter& json, const std::vector<Option>& options) {
    json.key("options").beginArray();
    for (const Option& option : options) {
        const std::string& fields = option.fields;
        const std::size_t begin = fields.find('=') + 1;
        const std::string id =
            option.id.empty() ? fields.substr(begin, fields.find('&') - begin) : option.id;
        json.beginObject()
            .field("id", id.empty() ? "none" : id)
            .field("label", option.label)
            .field("fields", option.fields);
        json.field("selected", option.selected).field("available", option.available);
        json.field("why", option.why).endObject();
    }
    json.endArray();
}

void choice(JsonWriter& json, std::string_view key, std::string_view label,
            const std::vector<Option>& options, std::string_view tip) {
    begin(json, "choice", key, label, tip);
    writeOptions(json, options);
    json.endObject();
}

void toggle(JsonWriter& json, std::string_view key, std::string_view label, bool on,
            std::string_view tip) {
    begin(json, "switch", key, label, tip);
    json.field("on", on).field("fields", fieldText(key, on ? "off" : "on")).endObject();
}

void number(JsonWriter& json, std::string_view key, std::string_view label, double value,
            double max, double step, std::string_view tip) {
    begin(json, "number", key, label, tip);
    json.field("value", value).field("min", 0).field("max", max).field("step", step);
    json.field("prefix", std::string(key) + '=').endObject();
}

void wordChoice(JsonWriter& json, std::string_view key, std::string_view label,
                std::span<const ChoiceName> words, int present, std::string_view tip) {
    std::vector<Option> options;
    for (const ChoiceName& word : words) {
        const bool selected = static_cast<int>(options.size()) == present;
        options.push_back(
            {std::string(word.shown()), fieldText(key, word.name), selected, true, ""});
    }
    choice(json, key, label, options, tip);
}

}  // namespace hw::mirror
