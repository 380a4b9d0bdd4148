// SPDX-License-Identifier: MIT
// The commands run and model.
#pragma once

#include <string>
#include <vector>

#include "cli/model/tensor_file.h"
#include "cli/options.h"
#include "core/model/attention_model.h"
#include "model/session/session.h"

namespace hw::cli {

/// Opens the model of a path, without its unknown keys if the options say so. Errors: as of modelParts and Session::open.
Result<model::Session> openModel(const std::string& path, const InputOptions& options);

/// Adds Session::cutNote, if there is one.
void warnIfCut(const model::Session& session, const model::Run& run,
               std::vector<Problem>& warnings);

/// One example of a model, as a document.
Document documentOf(const model::Session& session, Example example);

/// A document as a file in the project's own form.
std::string savedWhole(const Document& document);

/// run: the file's bytes, in the form that the name of OutOptions::out says; JSON without one. With a name it writes the file,
/// and the text is what a model that translates has written. Errors: badArgument for another ending, and those above.
Result<std::string> runText(const RunOptions& options, std::vector<Problem>& warnings);
/// run for people: the tokens, and the likeliest answers with bars. Errors: as above.
Result<std::string> answersText(const RunOptions& options, std::vector<Problem>& warnings);
/// run --generate: the text with what the model has written behind it. Writes the file that OutOptions::out names, if it
/// names one. Errors: as of runText, model::Writing and writing a file.
Result<std::string> generatedText(const RunOptions& options);
/// model: what it is and what it will need, as text or JSON.
Result<std::string> modelText(const InputOptions& options, std::vector<Problem>& warnings);

/// Attention, streams and outputs of a run, under the names of encoder, decoder and cross where the model translates, with ids, tokens, offsets and special tokens as texts.
Result<TensorFile> runTensors(const model::Session& session, const model::Run& run, int position);

/// Whether --question stands with options that belong to it: it has arguments of its own, and prints nothing of what each cut does.
Result<void> checkQuestionOptions(const AskOptions& options);
/// ask: what service::effectsOf says of the options' question. Writes the file of OutOptions::out too. Without cuts, scores and a
/// file it hides each token (--test-words). With
/// a question (--question) its answers, a line each. Errors: badArgument for a target, a cut or a score that is not there, and those of running.
Result<std::string> askText(const AskOptions& options, std::vector<Problem>& warnings);

/// tokenize: the tokens of each text of TokenizeOptions::texts, as lines of JSON: ids, tokens, offsets in code points, type_ids,
/// special. Errors: those of the tokenizer's files, cannotRead and syntax for the list of texts.
Result<std::string> tokenizeText(const TokenizeOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
