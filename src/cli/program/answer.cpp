// SPDX-License-Identifier: MIT
#include "cli/program/answer.h"

#include "cli/commands.h"
#include "cli/figure/figure.h"
#include "cli/input.h"
#include "cli/model/ask.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "cli/model/tokenize.h"

namespace hw::cli {
namespace {

/// Of a model with a text the figure is of the file that save would make.
Result<std::string> figureOf(const Options& options, std::vector<Problem>& warnings) {
    if (options.model.model.empty()) return figureText(options, {}, warnings);
    const auto file = modelFile(options);
    if (!file) return std::unexpected(file.error());
    return figureText(options, *file, warnings);
}

}  // namespace

Result<Document> documentOf(const Options& options) {
    if (!options.model.model.empty()) return modelDocument(options);
    return isLink(options.file) ? readLink(options) : readDocument(options);
}

Result<std::string> answerFor(const Document& document, const Options& options) {
    switch (options.command) {
        case Command::info: return infoText(document, options);
        case Command::correlate: return correlateText(document, options);
        case Command::explain: return explainText(document, options);
        case Command::link: return linkText(document, options);
        case Command::save: return saveText(document, options);
        default: break;
    }
    if (options.method == Method::joint) return jointText(document, options);
    return methodText(document, options);
}

Result<std::string> answer(const Options& options, std::vector<Problem>& warnings) {
    if (options.command == Command::figure) return figureOf(options, warnings);
    switch (options.command) {
        case Command::tokenize: return tokenizeText(options);
        case Command::run:
            return options.model.generate ? generatedText(options) : runText(options);
        case Command::model: return modelText(options);
        case Command::ask: return askText(options);
        default: break;
    }
    const auto document = documentOf(options);
    if (!document) return std::unexpected(document.error());
    // info lists them among its answers.
    if (options.command != Command::info) warnings = document->warnings;
    return answerFor(*document, options);
}

}  // namespace hw::cli
