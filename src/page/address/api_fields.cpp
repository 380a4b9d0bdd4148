// SPDX-License-Identifier: MIT
#include "page/address/api_fields.h"

#include "page/address/address.h"
#include "page/address/view_fields.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

std::string memberOf(const ShareKey& key) {
    return key.member.empty() ? apiName(key.name) : std::string(key.member);
}

/// The field for a member, or empty if it cannot be set.
std::string fieldOf(const std::string& member, const std::string& value) {
    if (member == "example") return fieldText(member, value);
    for (const ShareKey& key : shareKeys()) {
        if (memberOf(key) != member) continue;
        return fieldText(key.name, key.fromApi == nullptr ? value : key.fromApi(value));
    }
    for (const std::string_view key : openChoiceKeys) {
        if (key != "mark" && apiName(key) == member) return fieldText(key, value);
    }
    return {};
}

}  // namespace

void writeApiView(JsonWriter& json, const AppState& state) {
    json.field("example", state.view.example).field("output", nameOf(state.view.outputMode));
    for (const bool settings : {false, true}) {
        if (settings) json.key("settings").beginObject();
        for (const ShareKey& key : shareKeys()) {
            if (key.writeValue == nullptr || key.isSetting != settings) continue;
            key.writeValue(json.key(memberOf(key)), state);
        }
    }
    json.endObject();
}

std::string fieldsFromApi(std::span<const std::string> members) {
    std::string fields;
    bool joined = false;
    const auto add = [&](const std::string& field) {
        if (!fields.empty() && !field.empty()) fields += '&';
        fields += field;
    };
    for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
        if (members[i] != "output" || members[i + 1] == nameOf(OutputMode::chosen)) continue;
        add(fieldText("token", members[i + 1]));
        joined = true;
    }
    for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
        // With all tokens combined, the chosen ones are not applied.
        if (members[i] != "output" && !(joined && members[i] == "tokens"))
            add(fieldOf(members[i], members[i + 1]));
    }
    return fields;
}

std::string apiName(std::string_view key) {
    std::string name;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const bool hyphen = key[i] == '-' && i + 1 < key.size();
        if (hyphen) ++i;
        name += hyphen ? static_cast<char>(key[i] - 'a' + 'A') : key[i];
    }
    return name;
}

}  // namespace hw
