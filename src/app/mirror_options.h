// SPDX-License-Identifier: MIT
// The elements that the mirror's controls are made of. Internal to src/app; form in mirror.h.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/share_state.h"
#include "app/view_names.h"
#include "core/setting_names.h"
#include "io/json_writer.h"

namespace hw::mirror {

/// What can be chosen, and the fields of an address that choose it.
struct Option {
    std::string label;
    std::string fields;
    bool selected = false;
    bool available = true;
    std::string why;
};

/// Begins a control of a kind; its own members and endObject follow.
void begin(JsonWriter& json, const char* kind, std::string_view key, const char* label);
void writeOptions(JsonWriter& json, const std::vector<Option>& options);
void choice(JsonWriter& json, std::string_view key, const char* label,
            const std::vector<Option>& options);
void toggle(JsonWriter& json, std::string_view key, const char* label, bool on);
void number(JsonWriter& json, std::string_view key, const char* label, double value, double max,
            double step);

/// A choice of an enum: the words for people stand beside the enumerators in their order.
template <class Choice>
void enumChoice(JsonWriter& json, std::string_view key, const char* label, Choice present,
                std::initializer_list<const char*> words) {
    std::vector<Option> options;
    int index = 0;
    for (const char* word : words) {
        const auto value = static_cast<Choice>(index++);
        options.push_back({word, fieldText(key, nameOf(value)), value == present, true, ""});
    }
    choice(json, key, label, options);
}

}  // namespace hw::mirror
