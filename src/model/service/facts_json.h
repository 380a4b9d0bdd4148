// SPDX-License-Identifier: MIT
// The description of a model, as JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/write/json_writer.h"
#include "model/session/session.h"

namespace hw::service {

/// For the names of tokens and classes that the page gets.
inline constexpr std::size_t longestName = 200;

/// A model's task, as the page's requests and the command line name it.
struct TaskNames {
    std::string_view page;
    std::string_view program;
};
TaskNames taskNames(const model::Facts& facts);
/// Writes "decoder", its layers and heads, for a translation model.
void writeDecoder(JsonWriter& json, const model::Facts& facts);
/// `tokenizer` is null if it has not been read. `comparesTexts` and `prompts` are the Session's.
std::string factsJson(const model::Facts& facts, const model::Tokenizer* tokenizer,
                      bool comparesTexts, const model::SoundPrompts* prompts = nullptr);
}  // namespace hw::service
