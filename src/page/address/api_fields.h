// SPDX-License-Identifier: MIT
// The view in the form of window.headwaters (docs/api.md), from the same table as the address.
#pragma once

#include <span>
#include <string>

#include "io/write/json_writer.h"
#include "page/state/app_state.h"

namespace hw {

/// Writes the view's members, including `settings`, into an open object.
void writeApiView(JsonWriter& json, const AppState& state);

/// Converts the argument of setState, with alternating members and values, to fields of an address (ApplyFields).
/// Values come as web/base/fields.js writes them: lists with commas, lists of lists with slashes, "on" and "off".
/// Members that cannot be set are ignored.
std::string fieldsFromApi(std::span<const std::string> members);

/// The name in the API, such as "rawTokens" for "raw-tokens".
std::string apiName(std::string_view key);

}  // namespace hw
