// SPDX-License-Identifier: MIT
// The description of a run, as JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "model/run/target.h"
#include "model/session/session.h"

namespace hw::service {

inline constexpr int mostAnswers = 10;

/// The text in a target "cos:text"; empty for other targets.
std::string_view comparedText(std::string_view target);
/// A question's value, within an object. `other` is the text that a cosine compares with. -1: no such output, no
/// position, no place to name.
void writeTarget(JsonWriter& json, const model::Session& session, const model::Run& run,
                 const model::Target& target, std::string_view other);
/// A token as shown to people; for a picture its place.
std::string shownToken(const model::Session& session, const model::Run& run, int token);
void writeAnswers(JsonWriter& json, const std::vector<model::Choice>& answers);
/// The likeliest outputs at the position; for a model that finds replaced words, the tokens that it doubts most.
std::vector<model::Choice> answersOf(const model::Session& session, const model::Run& run,
                                     int position);

}  // namespace hw::service
