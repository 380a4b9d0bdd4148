// SPDX-License-Identifier: MIT
// What the page is told of a model and of a run, as JSON. Internal to model/service.
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

/// `tokenizer`: null where it has not been read. `comparesTexts`: Session's.
std::string factsJson(const model::Facts& facts, const model::Tokenizer* tokenizer,
                      bool comparesTexts);
/// Of a target "cos:text" the text that is compared with; empty of others.
std::string_view comparedText(std::string_view target);
/// A token as people read it; of a picture its place.
std::string shownToken(const model::Session& session, const model::Run& run, int token);
void writeAnswers(JsonWriter& json, const std::vector<model::Choice>& answers);
/// The likeliest outputs at the position; of a model that looks for replaced words, the tokens that it doubts most.
std::vector<model::Choice> answersOf(const model::Session& session, const model::Run& run,
                                     int position);

}  // namespace hw::service
