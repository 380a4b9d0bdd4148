// SPDX-License-Identifier: MIT
// Where examples come from, documents or a model that runs on texts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/batch/input/inputs.h"
#include "cli/batch/results.h"
#include "cli/model/input_texts.h"
#include "cli/options.h"
#include "core/model/attention_model.h"
#include "model/session/session.h"

namespace hw::cli {

/// An input that was read.
struct OpenInput {
    std::shared_ptr<const Document> document;  ///< null if there are texts
    std::vector<InputText> texts;  ///< not run yet. Each becomes an example when its turn comes

    int examples() const {
        return static_cast<int>(document != nullptr ? document->examples.size() : texts.size());
    }
};

/// The texts of an input, or of one of its lines. Errors: those of wholeText and of given_texts.h.
Result<std::vector<InputText>> textsOf(const Input& input, const BatchOptions& options);

/// The pictures that lists of texts for a model name. Skips the lists of pipes and standard input, which can be read
/// only once.
std::vector<std::string> listedPictures(const BatchOptions& options);

class Source {
public:
    /// Opens the options' model, if they name one. Errors: those of openModel.
    static Result<Source> open(const BatchOptions& options);
    /// Reads an input without running the model. Errors: those of openInput; for texts those of given_texts.h. Thread
    /// safe.
    Result<OpenInput> read(const Input& input) const;
    /// The result that batch writes for an example. Errors: those of the method, and of running. Thread safe.
    Result<ExampleOutput> render(const OpenInput& opened, const Place& place, int example) const;
    /// model::Facts::mark, empty without a model.
    std::string mark() const { return session_ == nullptr ? "" : session_->facts().mark; }

private:
    explicit Source(const BatchOptions& options) : options_(&options) {}

    const BatchOptions* options_;
    std::shared_ptr<const model::Session> session_;  ///< null if inputs are documents
};

}  // namespace hw::cli
