// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/result_frame.h"
#include "cli/setting_options.h"
#include "core/explain/explain.h"
#include "core/matrix/matrix.h"
#include "core/model/check_settings.h"
#include "core/refusal.h"
#include "core/result/uniform_causal.h"
#include "io/write/explanation_text.h"
#include "io/write/export.h"

namespace hw::cli {

Result<void> layersResult(const Example& example, const MethodOptions& options,
                          const TakeResult& take) {
    const Part part = partFor(example, options.method, options);
    auto stack = MethodStack::begin(example, part, options.method, options.settings);
    if (!stack) return std::unexpected(stack.error());
    auto frame = resultFrame(example, part, options);
    if (!frame) return std::unexpected(frame.error());
    while (stack->advance()) {}
    int layer = stack->firstLayer();
    std::vector<std::vector<float>> layers;
    for (Matrix& matrix : std::move(*stack).take()) {
        const Matrix computed = std::move(matrix);  // only one layer at a time is in memory twice
        const auto values = valuesOf(computed);
        layers.push_back(frame->shown.layer(std::vector(values.begin(), values.end()), layer));
        frame->about.add(layer++, layers.back());
    }
    take(frame->about);
    return {};
}

namespace {

Result<void> plainResult(const Example& example, const MethodOptions& options,
                         const TakeResult& take) {
    const auto compute = options.method == Method::flow ? flowResult : layersResult;
    return compute(example, options, take);
}

std::vector<double> doublesOf(const ExportLayer& layer) {
    if (!layer.doubles.empty()) return {layer.doubles.begin(), layer.doubles.end()};
    return {layer.floats.begin(), layer.floats.end()};
}

Result<void> checkRatio(const Example& example, Part part, Method method) {
    const AttentionTensor* tensor = tensorOf(example, part);
    if (tensor == nullptr) return {};  // checkMethod reports the missing weights
    std::string_view why = whyNoRatio(method, tensor->kind, isCausal(*tensor), tensor->hasNegative);
    if (part == Part::cross) why = noRatioAcross;
    if (why.empty()) return {};
    return refusal(Code::badArgument, "over", std::string(why), "Remove --over.");
}

}  // namespace

Result<void> methodResult(const Example& example, const MethodOptions& options,
                          const TakeResult& take) {
    if (options.over == Divisor::nothing) return plainResult(example, options, take);
    const Part part = partFor(example, options.method, options);
    if (auto good = checkRatio(example, part, options.method); !good) return good;
    MethodOptions ofUniform = options;
    ofUniform.settings = uniformSettings(options.settings);
    std::vector<std::vector<double>> uniform;
    const auto done = plainResult(uniformCausal(example, part), ofUniform, [&](const auto& result) {
        for (const ExportLayer& layer : result.layers) uniform.push_back(doublesOf(layer));
    });
    if (!done) return done;
    return plainResult(example, options, [&](const ExportResult& result) {
        ExportResult ratio = result;
        ratio.over = options.over;
        std::vector<std::vector<double>> values;
        for (ExportLayer& layer : ratio.layers) {
            values.push_back(doublesOf(layer));
            divideByUniform(std::span(values.back()),
                            std::span<const double>(uniform[values.size() - 1]));
            layer.floats = {};
            layer.doubles = values.back();
        }
        take(ratio);
    });
}

Result<std::string> methodText(const Document& document, const MethodOptions& options) {
    const auto example = exampleOf(document, options.example);
    if (!example) return std::unexpected(example.error());
    std::string text;
    const auto done = methodResult(**example, options, [&](const ExportResult& one) {
        text = options.format == Format::csv ? resultCsv(one) : resultJson(one) + '\n';
    });
    if (!done) return std::unexpected(done.error());
    return text;
}

namespace {

/// The only token of an option.
Result<int> oneToken(const std::optional<TokenChoice>& wish, std::string_view option,
                     const std::vector<std::string>& tokens) {
    if (!wish) return usage("explain needs " + std::string(option) + ".");
    auto chosen = chooseTokens(*wish, tokens);
    if (!chosen) return std::unexpected(std::move(chosen.error()));
    if (chosen->join != OutputJoin::sum || chosen->tokens.size() != 1)
        return usage(std::string(option) + " takes exactly one token.");
    return chosen->tokens.front();
}

}  // namespace

Result<std::string> explainText(const Document& document, const ExplainOptions& options) {
    const auto example = exampleOf(document, options.example);
    if (!example) return std::unexpected(example.error());
    const Part part = partFor(**example, options.method, options);
    const AttentionTensor* tensor = tensorOf(**example, part);
    const std::vector<std::string>& queries = queryTokens(**example, part);
    const std::vector<std::string>& keys = keyTokens(**example, part);
    NumberPlace place;
    place.layer = options.layer.value_or(tensor == nullptr ? 0 : tensor->layers - 1);
    const auto query = oneToken(options.token, "--token", queries);
    if (!query) return std::unexpected(query.error());
    const auto key = oneToken(options.input, "--input", keys);
    if (!key) return std::unexpected(key.error());
    place.query = *query;
    place.key = *key;
    const auto found =
        explain(**example, part, options.method, options.settings, place, options.terms);
    if (!found) return std::unexpected(found.error());
    if (options.format == Format::text) return explanationText(*found, queries, keys);
    return explanationJson(*found, options.settings, queries, keys, **example, part) + '\n';
}

}  // namespace hw::cli
