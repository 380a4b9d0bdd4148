// SPDX-License-Identifier: MIT
// Scores of tokens, and the arrays behind them.
#pragma once

#include <vector>

#include "cli/model/tensor_file.h"
#include "cli/model_options.h"
#include "core/model/attention_model.h"
#include "io/write/json_writer.h"
#include "model/session/session.h"
#include "model/session/token_scores.h"

namespace hw::cli {

/// A run with its question, forward and back.
struct Asked {
    const model::Session& session;
    const model::Run& run;
    const model::Target& target;
    const model::Trace& trace;
    const model::Gradients& gradients;

    const model::TextInput& text() const { return trace.texts[0]; }
    model::Questioned questioned() const { return {session, run, target}; }
};

/// A score's name without "blank-out:".
std::string_view plainName(std::string_view name);

/// Begins an object with the question: value, target, tokens.
void writeQuestion(JsonWriter& json, const Asked& asked);

/// `"scores": {name: [one a token]}`, and the arrays to `file`. Errors: badArgument for a name that is not known, or that
/// the model or its tokenizer does not have.
Result<void> writeScores(JsonWriter& json, const ModelOptions& options, const Asked& asked,
                         TensorFile& file);

/// The same as importance of tokens, by names without "blank-out:": by how much blanking a token out moves the value, and
/// of other scores their size.
Result<std::vector<Importance>> importanceOf(const ModelOptions& options, const Asked& asked);

/// attention_gradient, input_gradient, stream_gradient, chefer.
void addGradients(TensorFile& file, const Asked& asked);

}  // namespace hw::cli
