// SPDX-License-Identifier: MIT
// Internal to model/service/asks: its parts.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "model/ask/units.h"
#include "model/service/asks.h"

namespace hw::service {

/// The units that a search for what decides cuts at most.
inline constexpr int mostDeciding = 64;

/// What is asked is none of what there is.
std::unexpected<Problem> badAsk();
/// Nullopt unless all of it is one whole number.
std::optional<int> wholeIn(std::string_view text);
/// -1: none.
inline int numberIn(std::string_view text) { return wholeIn(text).value_or(-1); }
/// Begins an object, which the caller may add to and has to end.
void writeUnit(JsonWriter& json, const model::Unit& unit, const AskedUnits& asked);
void writeUnits(JsonWriter& json, std::span<const model::Unit> units, const AskedUnits& asked);

/// "1;2-3;5-5,8-8": groups of tokens below `tokens`. nullopt: it is none, or more than are asked for at once.
std::optional<std::vector<std::vector<int>>> groupsIn(std::string_view text, int tokens);
/// The groups tested on the run without cuts; those that asked.tested has are not run again. Errors, cost: as model::blankedGroups.
Result<std::vector<TestedGroup>> testedGroups(const AskedRun& asked, const std::string& blank,
                                              const std::vector<std::vector<int>>& groups);
/// "blanks": the tests that the model has.
void writeBlanks(JsonWriter& json, const model::Session& session);
/// Which tokens may be hidden: by `among`, words where it is not given. Empty: units are no tokens. Errors: badArgument for `among` of other
/// units.
Result<std::vector<bool>> unitTokens(const AskedUnits& asked);
/// The units that a search by real runs finds to lower the question of an "experiment" most.
Result<std::vector<model::Unit>> searchedOrder(const AskedUnits& asked);

}  // namespace hw::service
