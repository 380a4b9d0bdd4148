// SPDX-License-Identifier: MIT
// The view as window.headwaters has it (docs/api.md), out of the same table as the address.
#pragma once

#include <span>
#include <string>

#include "io/write/json_writer.h"
#include "page/state/app_state.h"

namespace hw {

/// The view's members, `settings` among them, into an open object.
void writeApiView(JsonWriter& json, const AppState& state);

/// What setState was given, member and value by turns, as fields of an address (ApplyFields). Values come
/// as web/api/fields.js writes them: lists with commas, lists of lists with strokes, "on" and "off". Members
/// that cannot be set are left out.
std::string fieldsFromApi(std::span<const std::string> members);

/// "rawTokens" for "raw-tokens".
std::string apiName(std::string_view key);

}  // namespace hw
