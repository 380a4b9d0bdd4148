// SPDX-License-Identifier: MIT
#include "cli/model/model_example.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "cli/model/disk_files.h"
#include "cli/model/input_texts.h"
#include "cli/model/model_run.h"
#include "cli/setting_options.h"
#include "core/model/methods.h"
#include "io/readers/inflater.h"
#include "model/ask/contributions.h"
#include "model/service/effects.h"
#include "model/session/question_title.h"

namespace hw::cli {
namespace {

/// Files that a model is read from. A folder may have others, too, such as batch's rates for it.
bool isOfModel(std::string_view name) {
    if (name.ends_with("why_rates.json")) return false;
    constexpr std::array<std::string_view, 7> endings{".json", ".safetensors", ".gguf", ".model",
                                                      ".txt",  ".jinja",       ".spm"};
    return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

RunNeeds MethodOptions::runNeeds() const { return {.gradients = specOf(method).needsGradients}; }

RunNeeds ExplainOptions::runNeeds() const { return {.gradients = specOf(method).needsGradients}; }

RunNeeds FigureOptions::runNeeds() const {
    return {.gradients = std::ranges::any_of(figure.fields, [](const auto& field) {
                const auto named = fromName<Method>(field.second);
                return field.first == "method" && named && specOf(*named).needsGradients;
            })};
}

RunNeeds BatchOptions::runNeeds() const {
    if (isOfMethod()) return MethodOptions::runNeeds();
    return {.rankings = correlates || summarises, .scores = correlates};
}

std::vector<std::string> scoreNames(const ModelOptions& options, bool usual) {
    std::vector<std::string> names = options.testWords;
    names.insert(names.end(), options.scores.begin(), options.scores.end());
    if (names.empty() && usual) names.emplace_back(model::usualBlank);
    return names;
}

Result<Example> modelExample(const model::Session& session, const InputText& given,
                             const InputOptions& options, std::vector<Problem>& warnings) {
    const RunNeeds wanted = options.runNeeds();
    const auto [text, target] = wanted.rankings ? comparedText(session, given, options.model)
                                                : Compared{given, questionOf(given, options.model)};
    const auto run = runInput(session, text);
    if (!run) return std::unexpected(run.error());
    warnIfCut(session, *run, warnings);
    const std::vector<std::string> names = scoreNames(options.model, wanted.scores);
    // Rankings by gradients are among those that are compared. With scores, their question already gives the gradients.
    const bool hasGradients =
        options.model.gradients || (wanted.rankings ? !names.empty() : wanted.gradients);
    if (run->output && !names.empty())
        return usage("Translation models have no token scores.",
                     "Use a method with gradients, or cut edges with ask.");
    const auto exampleWith = [&](const model::PairGradients* gradients) {
        if (run->output) return session.translated(*run, gradients, true);
        return session.toExample(*run, gradients == nullptr ? nullptr : &gradients->encoder);
    };
    if (!hasGradients && names.empty()) return exampleWith(nullptr);
    auto named = service::targetNamed(session, *run, target, options.model.as);
    if (!named) return std::unexpected(std::move(named.error()));
    const auto asked = service::GradientQuestion::of(session, *run, std::move(*named));
    if (!asked) return std::unexpected(asked.error());
    Example example = exampleWith(hasGradients ? &asked->gradients : nullptr);
    example.title = model::askedTitle(example.title, session, *run, asked->target, target);
    auto scores = service::importanceOf(*asked, names, options.model.steps, false);
    if (!scores) return std::unexpected(scores.error());
    example.importance = std::move(*scores);
    if (!wanted.rankings || names.empty()) return example;
    auto parts = model::contributions(session.network(), run->trace);
    if (!parts) return std::unexpected(parts.error());
    const int n = run->tokens();
    example.contributions = {.layers = example.attentions.layers,
                             .heads = 1,
                             .queries = n,
                             .keys = n,
                             .values = std::move(parts->alti)};
    example.contributions.kind = MatrixKind::contributions;
    example.contributionKind = "alti";
    return example;
}

Result<Document> modelDocument(const InputOptions& options) {
    const auto session = openAmong(options.model.model, options);
    if (!session) return std::unexpected(session.error());
    std::vector<Problem> warnings;
    auto example = modelExample(*session, givenOf(options.model), options, warnings);
    if (!example) return std::unexpected(example.error());
    Document document = documentOf(*session, std::move(*example));
    document.warnings = std::move(warnings);
    return document;
}

Result<std::string> modelFile(const InputOptions& options) {
    const auto document = modelDocument(options);
    if (!document) return std::unexpected(document.error());
    return savedWhole(*document);
}

Result<std::uint32_t> markOfModel(const std::string& path, int step) {
    const auto parts = modelParts(path, step);
    if (!parts) return std::unexpected(parts.error());
    std::uint32_t mark = 0;
    std::string bytes;
    for (const model::Part& part : *parts) {
        if (!isOfModel(part.name)) continue;
        mark = io::crc32Of(mark, part.name);
        constexpr std::uint64_t atOnce = std::uint64_t{1} << 20;
        for (std::uint64_t at = 0; at < part.bytes->size(); at += atOnce) {
            bytes.resize(static_cast<std::size_t>(std::min(atOnce, part.bytes->size() - at)));
            if (auto read = part.bytes->read(at, std::as_writable_bytes(std::span(bytes))); !read)
                return std::unexpected(read.error());
            mark = io::crc32Of(mark, bytes);
        }
    }
    return mark;
}

}  // namespace hw::cli
