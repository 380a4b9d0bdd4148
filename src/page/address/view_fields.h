// SPDX-License-Identifier: MIT
// The table of a view's parts. Each row is a key of the address and a member of the API's state, with functions to read
// and write it. Internal to page/address.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "page/state/app_state.h"

namespace hw {

struct ShareKey {
    std::string_view name;
    /// Sets state.view from the value. Returns false, with nothing changed, if it does not fit the document. For notes,
    /// those that fit are kept, and false means that others were dropped.
    bool (*read)(AppState& state, std::string_view value);
    /// The value to write, or nullopt if the view has the default.
    std::optional<std::string> (*write)(const AppState& state);
    /// Writes the value for the API, where layers and columns count from 0. Null if the API has no such member.
    void (*writeValue)(JsonWriter& json, const AppState& state);
    /// The API's name, if it is not the camel case of `name` (rawTokens for raw-tokens).
    std::string_view member = {};
    /// Converts a value as web/base/fields.js writes it for setState to that of an address. Null if both are the same.
    std::string (*fromApi)(std::string_view value) = nullptr;
    bool isSetting = false;  ///< a member of `settings` in the API's state
};

/// In the order of writing and, unless a link orders them otherwise, of applying.
std::span<const ShareKey> shareKeys();

/// Writes a member of the API's state.
template <class T>
void writeValue(JsonWriter& json, const T& value) {
    if constexpr (Named<T>)
        json.value(nameOf(value));
    else
        json.value(value);
}
template <class T>
void writeValue(JsonWriter& json, const std::vector<T>& items) {
    json.beginArray();
    for (const T& item : items) writeValue(json, item);
    json.endArray();
}

/// Adds one to each number of a list: "3,1" from "2,0". Other text stays, and is rejected later.
std::string countedFromOne(std::string_view list);

}  // namespace hw
