// SPDX-License-Identifier: MIT
// Internal parts of model/service/run_questions.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "model/ask/units.h"
#include "model/service/run_questions.h"

namespace hw::service {

/// Maximum number of units that a search for a deciding set cuts.
inline constexpr int mostDeciding = 64;

/// The error of a request that is in no table.
std::unexpected<Problem> badAsk();
/// The error of an argument that names a token beyond the text's `tokens`.
std::unexpected<Problem> noToken(std::string_view argument, int token, int tokens);
/// The error of groups that groupsIn cannot parse.
std::unexpected<Problem> badGroups();
/// Nullopt unless the complete text is one whole number.
std::optional<int> wholeIn(std::string_view text);
/// -1 if the text is no number.
inline int numberIn(std::string_view text) { return wholeIn(text).value_or(-1); }
/// Begins an object. The caller may add to it and has to end it.
void writeUnit(JsonWriter& json, const model::Unit& unit, const UnitQuestion& asked);
void writeUnits(JsonWriter& json, std::span<const model::Unit> units, const UnitQuestion& asked);

/// Parses groups of tokens below `tokens`, such as "1;2-3;5-5,8-8". Returns nullopt for invalid groups, or more than
/// one question may have.
std::optional<std::vector<std::vector<int>>> groupsIn(std::string_view text, int tokens);
/// Tests the groups on the run without cuts, except those that asked.tested already has. Errors, cost as for
/// model::blankedGroups.
Result<std::vector<GroupTest>> testedGroups(const RunQuestion& asked, const std::string& blank,
                                            const std::vector<std::vector<int>>& groups);
/// Writes "blanks", the tests that the model supports.
void writeBlanks(JsonWriter& json, const model::Session& session);
/// Which tokens may be hidden, by `among` (default: words). Empty if units are not tokens. Errors: badArgument if
/// `among` is given for other units.
Result<std::vector<bool>> unitTokens(const UnitQuestion& asked);
/// The units that a search by real runs finds to lower the question of an "experiment" most.
Result<std::vector<model::Unit>> searchedOrder(const UnitQuestion& asked);

}  // namespace hw::service
