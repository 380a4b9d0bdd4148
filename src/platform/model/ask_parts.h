// SPDX-License-Identifier: MIT
// Internal to platform/model/asks: its parts.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "io/write/json_writer.h"
#include "model/ask/units.h"
#include "platform/model/asks.h"

namespace hw {

/// What is asked is none of what there is.
std::unexpected<Problem> badAsk();
/// -1: none.
int numberIn(std::string_view text);
/// Begins an object, which the caller may add to and has to end.
void writeUnit(JsonWriter& json, const model::Unit& unit, const model::Spec& spec);

Result<std::string> blankedAnswer(const AskedRun& asked);
Result<std::string> swapAnswer(const AskedRun& asked);

}  // namespace hw
