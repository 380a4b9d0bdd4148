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
#include "model/session/word_agreement.h"

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

/// A score's name without "blank-out:", as older command lines write it.
std::string_view plainName(std::string_view name);

/// The scores that the options name, those of --test-words first; without any by hiding each token if `usual`.
std::vector<std::string> scoreNames(const ModelOptions& options, bool usual);

/// Which tokens take part in what is said of measured scores (core/report/ranked_tokens.h); a word that is a sink does.
std::vector<bool> takingPart(const model::Questioned& asked, Among among);

/// `"tests": [{name, inserted, warning}], "agreement": [...], "sentence"` of those scores that test words; nothing without any. `values`: of
/// each name. Warnings are added, too.
void writeTests(JsonWriter& json, const model::Questioned& asked, double value,
                const std::vector<std::string>& names,
                const std::vector<std::vector<double>>& values, Among among,
                std::vector<Problem>& warnings);

/// Begins an object with the question: value, target, tokens.
void writeQuestion(JsonWriter& json, const Asked& asked);

/// `"scores": {name: [one a token]}`, and the arrays to `file`. Errors: badArgument for a name that is not known, or that
/// the model or its tokenizer does not have.
Result<void> writeScores(JsonWriter& json, const ModelOptions& options, const Asked& asked,
                         TensorFile& file, std::vector<Problem>& warnings);

/// The scores as importance of tokens, by names without "blank-out:". `falls`: by how much the value falls without the token, and other
/// scores with their signs, for a measure that counts falls only; else by how much it moves, and their sizes.
Result<std::vector<Importance>> importanceOf(const ModelOptions& options,
                                             const std::vector<std::string>& names,
                                             const Asked& asked, bool falls);

/// attention_gradient, input_gradient, stream_gradient, chefer.
void addGradients(TensorFile& file, const Asked& asked);

}  // namespace hw::cli
