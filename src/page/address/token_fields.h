// SPDX-License-Identifier: MIT
// Keys of the address that name tokens: outputs, the flow's input, hidden tokens, spans, filters. Internal to
// page/address; read and write have the contracts of ShareKey (page/address/view_fields.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "page/state/app_state.h"

namespace hw {

bool readOutputs(AppState& state, std::string_view value);
std::optional<std::string> writeOutputs(const AppState& state);
bool readSink(AppState& state, std::string_view value);
std::optional<std::string> writeSink(const AppState& state);
bool readHidden(AppState& state, std::string_view value);
std::optional<std::string> writeHidden(const AppState& state);
bool readWords(AppState& state, std::string_view value);
bool readSpans(AppState& state, std::string_view value);
std::optional<std::string> writeSpans(const AppState& state);
bool readSegments(AppState& state, std::string_view value);

}  // namespace hw
