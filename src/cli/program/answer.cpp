// SPDX-License-Identifier: MIT
#include "cli/program/answer.h"

#include "cli/commands.h"
#include "cli/figure/figure.h"
#include "cli/input.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "cli/output/terminal.h"
#include "cli/program/command_table.h"
#include "cli/program/parse_options.h"
#include "core/program_name.h"
#include "core/statistics/attention_sinks.h"

namespace hw::cli {

Result<Document> documentOf(const InputOptions& options) {
    if (!options.model.model.empty()) return modelDocument(options);
    return isLink(options.file) ? readLink(options) : readDocument(options);
}

void noteSinks(const Document& document, const MethodOptions& options,
               std::vector<Problem>& warnings) {
    const bool excludes = specOf(options.method).fuses && specOf(options.method).hasSteps;
    if (!excludes || options.settings.sinks == SinkUse::exclude || !printsToTerminal()) return;
    const auto example = exampleOf(document, options.example);
    if (!example) return;
    const Part part = partFor(**example, options.method, options);
    const AttentionTensor* tensor = tensorOf(**example, part);
    if (tensor == nullptr || part == Part::cross || !tensor->isAttention()) return;
    std::string text = describeSinks(sinksOf(*tensor), keyTokens(**example, part));
    if (!text.empty())
        warnings.push_back({.code = Code::badArgument,
                            .place = {},
                            .finding = std::move(text),
                            .remedy = "Exclude it with --sinks exclude.",
                            .byte = {}});
}

Result<std::string> methodAnswer(const Document& document, const MethodOptions& options) {
    if (options.method == Method::joint) return jointText(document, options);
    return methodText(document, options);
}

Result<std::string> figureAnswer(const FigureOptions& options, std::vector<Problem>& warnings) {
    if (options.model.model.empty()) return figureText(options, {}, warnings);
    // For a model with a text, the figure is of the file that save would make.
    const auto file = modelFile(options);
    if (!file) return std::unexpected(file.error());
    return figureText(options, *file, warnings);
}

Result<std::string> runAnswer(const RunOptions& options, std::vector<Problem>& warnings) {
    if (isDrawn(options)) return answersText(options, warnings);
    return options.generate ? generatedText(options) : runText(options, warnings);
}

Result<std::string> helpAnswer(const CommandOptions& options, std::vector<Problem>& /*warnings*/) {
    if (options.file == "--version")
        return "headwaters" + std::string(hw::programName().substr(10)) + '\n';
    return helpText(options.file);
}

bool isDrawn(const CommandOptions& options) {
    const auto* const run = partOf<RunOptions>(options);
    if (run == nullptr) return options.isTable;
    return options.format == Format::text && run->out.empty() && !run->generate;
}

Result<std::string> answer(const CommandOptions& options, std::vector<Problem>& warnings) {
    const CommandRow& row = rowOf(options);
    auto text = row.work.answer(options, warnings);
    if (!text || !options.isTable) return text;
    return row.show(*text, {options.hasColour});
}

}  // namespace hw::cli
