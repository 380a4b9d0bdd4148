// SPDX-License-Identifier: MIT
// What is told of a model and of a run, as JSON.
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

/// What a model gives, as requests of the page and as the command line name it.
struct TaskNames {
    std::string_view page;
    std::string_view program;
};
TaskNames taskNames(const model::Facts& facts);
/// "decoder": its layers and heads, of a model that translates.
void writeDecoder(JsonWriter& json, const model::Facts& facts);
/// `tokenizer`: null where it has not been read. `comparesTexts`: Session's.
std::string factsJson(const model::Facts& facts, const model::Tokenizer* tokenizer,
                      bool comparesTexts);
/// Of a target "cos:text" the text that is compared with; empty of others.
std::string_view comparedText(std::string_view target);
/// A question's number, within an object; `other`: the text that a cosine is with. -1: no such output, no position, no place to name.
void writeTarget(JsonWriter& json, const model::Session& session, const model::Run& run,
                 const model::Target& target, std::string_view other);
/// A token as people read it; of a picture its place.
std::string shownToken(const model::Session& session, const model::Run& run, int token);
void writeAnswers(JsonWriter& json, const std::vector<model::Choice>& answers);
/// The likeliest outputs at the position; of a model that looks for replaced words, the tokens that it doubts most.
std::vector<model::Choice> answersOf(const model::Session& session, const model::Run& run,
                                     int position);

}  // namespace hw::service
