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

/// Opens the model of a path. Ignores unknown keys if the options allow it. Errors: as of modelParts and Session::open.
Result<model::Session> openModel(const std::string& path, const InputOptions& options);

/// Adds Session::cutNote, if there is one.
void warnIfCut(const model::Session& session, const model::Run& run,
               std::vector<Problem>& warnings);

/// One example of a model, as a document.
Document documentOf(const model::Session& session, Example example);

/// A document as a file in the project's own format.
std::string savedWhole(const Document& document);

/// run: the file's bytes, in the format of OutOptions::out, or JSON without a file. With a file, it is written, and the
/// returned text is the translation if the model translates. Errors: badArgument for another ending, and those above.
Result<std::string> runText(const RunOptions& options, std::vector<Problem>& warnings);
/// run for people: the tokens, and the likeliest answers with bars. Errors: as above.
Result<std::string> answersText(const RunOptions& options, std::vector<Problem>& warnings);
/// run --generate: the text followed by the model's continuation. Writes the file OutOptions::out, if given. Errors: as
/// of runText, model::Writing and writing a file.
Result<std::string> generatedText(const RunOptions& options);
/// model: its facts and the memory that it needs, as text or JSON.
Result<std::string> modelText(const InputOptions& options, std::vector<Problem>& warnings);

/// Attention, streams and outputs of a run. If the model translates, names begin with encoder, decoder and cross. Also
/// ids, tokens, offsets and special tokens as texts.
Result<TensorFile> runTensors(const model::Session& session, const model::Run& run, int position);

/// Checks --question against the other options. It has its own arguments, and does not print the effects of cuts.
Result<void> checkQuestionOptions(const AskOptions& options);
/// ask: the result of service::effectsOf for the options' question. Also writes the file OutOptions::out. Without cuts,
/// scores and a file it hides each token (--test-words). With --question it prints the answers, one per line. Errors:
/// badArgument for a missing target, cut or score, and those of running.
Result<std::string> askText(const AskOptions& options, std::vector<Problem>& warnings);

/// tokenize: the tokens of each text of TokenizeOptions::texts, as lines of JSON with ids, tokens, offsets in code
/// points, type_ids, special. Errors: those of the tokenizer's files, cannotRead and syntax for the list of texts.
Result<std::string> tokenizeText(const TokenizeOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
