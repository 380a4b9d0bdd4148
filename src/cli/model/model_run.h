// SPDX-License-Identifier: MIT
// The commands run and model.
#pragma once

#include <string>

#include "cli/model/tensor_file.h"
#include "cli/options.h"
#include "core/model/attention_model.h"
#include "model/session/session.h"

namespace hw::cli {

/// Opens the model of a path, without its unknown keys if the options say so. Errors: as of modelParts and Session::open.
Result<model::Session> openModel(const std::string& path, const Options& options);

/// Adds Session::cutNote, if there is one.
void warnIfCut(const model::Session& session, const model::Run& run,
               std::vector<Problem>& warnings);

/// One example of a model, as a document.
Document documentOf(const model::Session& session, Example example);

/// A document as a file in the project's own form.
std::string savedWhole(const Document& document);

/// run: the file's bytes, in the form that the name of Options::model.out says; JSON without one. With a name it writes the file,
/// and the text is what a model that translates has written. Errors: badArgument for another ending, and those above.
Result<std::string> runText(const Options& options, std::vector<Problem>& warnings);
/// run --generate: the text with what the model has written behind it. Writes the file that Options::model.out names, if it
/// names one. Errors: as of runText, model::Writing and writing a file.
Result<std::string> generatedText(const Options& options);
/// model: what it is and what it will need, as text or JSON.
Result<std::string> modelText(const Options& options);

/// Attention, streams and outputs of a run, under the names of encoder, decoder and cross where the model translates, with ids, tokens, offsets and special tokens as texts.
Result<TensorFile> runTensors(const model::Session& session, const model::Run& run, int position);

}  // namespace hw::cli
