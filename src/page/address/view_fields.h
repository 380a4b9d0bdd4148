// SPDX-License-Identifier: MIT
// The table of a view's parts: each row is a key of the address and a member of the API's state, read
// into a view and written from it. Internal to page/address.
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
    /// Sets state.view from the value; false, with nothing changed, if it does not fit the document. Of notes
    /// those that fit are kept, and false means that others were left out.
    bool (*read)(AppState& state, std::string_view value);
    /// The value to write, or nullopt if the view has the default.
    std::optional<std::string> (*write)(const AppState& state);
    /// Writes the value for the API: layers and columns count from 0. Null: the API has no such member.
    void (*tell)(JsonWriter& json, const AppState& state);
    /// The API's name, if it is not just the camel case of `name` (rawTokens for raw-tokens).
    std::string_view member = {};
    /// Converts a value as web/base/fields.js writes it for setState to that of an address; null: same.
    std::string (*fromApi)(std::string_view value) = nullptr;
    bool isSetting = false;  ///< a member of `settings` in the API's state
};

/// In the order in which they are written and, unless a link orders them otherwise, applied.
std::span<const ShareKey> shareKeys();

/// Writes a member of the API's state.
template <class T>
void tell(JsonWriter& json, const T& value) {
    if constexpr (Named<T>)
        json.value(nameOf(value));
    else
        json.value(value);
}
template <class T>
void tell(JsonWriter& json, const std::vector<T>& items) {
    json.beginArray();
    for (const T& item : items) tell(json, item);
    json.endArray();
}

/// "2,0" counted from one: "3,1". Text that is not a number stays, and is rejected later.
std::string countedFromOne(std::string_view list);

}  // namespace hw
