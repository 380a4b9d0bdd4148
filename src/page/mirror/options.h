// SPDX-License-Identifier: MIT
// The building blocks of the mirror's controls, in the format of panels/page_mirror.h. Internal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "page/address/address.h"

namespace hw::mirror {

/// A choice, and the fields of an address that select it.
struct Option {
    std::string label;
    std::string fields;
    bool selected = false;
    bool available = true;
    std::string why;
    std::string id =
        {};  ///< for programs, unique in its control; the value of its first field if empty
};

/// Begins a control of a kind. The caller adds its other members and endObject. `tip` describes it in a sentence.
void begin(JsonWriter& json, const char* kind, std::string_view key, std::string_view label,
           std::string_view tip = {});
/// Begins a section of this name, up to the next one.
void section(JsonWriter& json, std::string_view key, std::string_view label);
void writeOptions(JsonWriter& json, const std::vector<Option>& options);
void choice(JsonWriter& json, std::string_view key, std::string_view label,
            const std::vector<Option>& options, std::string_view tip = {});
void toggle(JsonWriter& json, std::string_view key, std::string_view label, bool on,
            std::string_view tip = {});
void number(JsonWriter& json, std::string_view key, std::string_view label, double value,
            double max, double step, std::string_view tip = {});

/// A choice among words. `present` is the index of the current one.
void wordChoice(JsonWriter& json, std::string_view key, std::string_view label,
                std::span<const ChoiceName> words, int present, std::string_view tip = {});

/// A choice among the values of an enumeration, by their labels.
template <Named Choice>
void enumChoice(JsonWriter& json, std::string_view key, std::string_view label, Choice present) {
    wordChoice(json, key, label, choiceNames<Choice>(), static_cast<int>(present));
}

}  // namespace hw::mirror
