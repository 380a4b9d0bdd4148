// SPDX-License-Identifier: MIT
// The elements that the mirror's controls are made of. Internal to page/mirror; form in panels/page_mirror.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "page/address/address.h"

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
void begin(JsonWriter& json, const char* kind, std::string_view key, std::string_view label);
void writeOptions(JsonWriter& json, const std::vector<Option>& options);
void choice(JsonWriter& json, std::string_view key, std::string_view label,
            const std::vector<Option>& options);
void toggle(JsonWriter& json, std::string_view key, std::string_view label, bool on);
void number(JsonWriter& json, std::string_view key, std::string_view label, double value,
            double max, double step);

/// One of some words; `present` is the place of the one that is chosen.
void wordChoice(JsonWriter& json, std::string_view key, std::string_view label,
                std::span<const ChoiceName> words, int present);

/// A choice of an enumeration, in its words for people.
template <Named Choice>
void enumChoice(JsonWriter& json, std::string_view key, std::string_view label, Choice present) {
    wordChoice(json, key, label, wordsOf<Choice>(), static_cast<int>(present));
}

}  // namespace hw::mirror
