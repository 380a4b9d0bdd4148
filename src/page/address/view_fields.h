// SPDX-License-Identifier: MIT
// The table of what a view is made of: each row is a key in the address and a member of the API's state, read
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
    /// Sets state.view from the value; false, and nothing changed, if it does not fit the document. Of notes those
    /// that fit are taken, and false says that others are left out.
    bool (*read)(AppState& state, std::string_view value);
    /// The value to write, or nothing where the view stands at the default.
    std::optional<std::string> (*write)(const AppState& state);
    /// The value as the API gives it: layers and columns count from 0. Null: the API has no such member.
    void (*tell)(JsonWriter& json, const AppState& state);
    /// The API's member where it is no other spelling of the name (rawTokens for raw-tokens).
    std::string_view member = {};
    /// A value as web/api/fields.js writes it for setState, as an address has it; null: they are the same.
    std::string (*fromApi)(std::string_view value) = nullptr;
    bool isSetting = false;  ///< a member of `settings` in the API's state
};

/// In the order in which they are written and, but for the order of a link, carried out.
std::span<const ShareKey> shareKeys();

/// A member of the state as the API gives it.
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

/// "2,0" as people count: "3,1". What is no number stays, and is refused later.
std::string countedFromOne(std::string_view list);

}  // namespace hw
