// SPDX-License-Identifier: MIT
#include "cli/program/answer.h"

#include "cli/commands.h"
#include "cli/figure/figure.h"
#include "cli/input.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "cli/output/terminal.h"
#include "cli/program/command_table.h"
#include "core/statistics/attention_sinks.h"

namespace hw::cli {
namespace {

/// The line next to a method's numbers about sinks that are in them, for whoever reads along; in a pipe "sinks" says it.
void noteSinks(const Document& document, const Options& options, std::vector<Problem>& warnings) {
    const bool excludes = specOf(options.method).fuses && specOf(options.method).hasSteps;
    if (!excludes || options.settings.sinks == SinkUse::exclude) return;
    const auto example = exampleOf(document, options.example);
    if (!example) return;
    const Part part = partFor(**example, options.method, options);
    const AttentionTensor* tensor = tensorOf(**example, part);
    if (tensor == nullptr || part == Part::cross || !tensor->isAttention()) return;
    std::string text = sinkWords(sinksOf(*tensor), keyTokens(**example, part));
    if (!text.empty())
        warnings.push_back({.code = Code::badArgument,
                            .place = {},
                            .finding = std::move(text),
                            .remedy = "Exclude it with --sinks exclude.",
                            .byte = {}});
}

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

Result<std::string> figureAnswer(const Options& options, std::vector<Problem>& warnings) {
    return figureOf(options, warnings);
}

Result<std::string> modelAnswer(const Options& options, std::vector<Problem>& warnings) {
    switch (options.command) {
        case Command::tokenize: return tokenizeText(options);
        case Command::run:
            if (isDrawn(options)) return answersText(options, warnings);
            return options.model.generate ? generatedText(options) : runText(options, warnings);
        case Command::model: return modelText(options);
        default: return askText(options, warnings);
    }
}

Result<std::string> documentAnswer(const Options& options, std::vector<Problem>& warnings) {
    const auto document = documentOf(options);
    if (!document) return std::unexpected(document.error());
    // info lists them among its answers.
    if (options.command != Command::info) warnings = document->warnings;
    if (options.command == Command::method && printsToTerminal())
        noteSinks(*document, options, warnings);
    return answerFor(*document, options);
}

bool isDrawn(const Options& options) {
    if (options.format != Format::text || options.command == Command::batch) return false;
    if (options.command == Command::run)
        return options.model.out.empty() && !options.model.generate;
    return commandNamed(usesOf(options).front())->show != nullptr;
}

Result<std::string> answer(const Options& options, std::vector<Problem>& warnings) {
    const CommandRow& row = *commandNamed(usesOf(options).front());
    if (row.show == nullptr || options.format != Format::text) return row.answer(options, warnings);
    Options piped = options;
    piped.format = Format::json;
    const auto json = row.answer(piped, warnings);
    if (!json) return json;
    return row.show(*json, {options.hasColour});
}

}  // namespace hw::cli
