// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/seen_tokens.h"
#include "cli/setting_options.h"
#include "core/explain/explain.h"
#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/model/check_settings.h"
#include "core/result/uniform_causal.h"
#include "io/write/explanation_text.h"
#include "io/write/export.h"

namespace hw::cli {

Result<void> layersResult(const Example& example, const Options& options, const TakeResult& take) {
    const Part part = partFor(example, options.method, options);
    ExportResult result;
    result.method = options.method;
    result.settings = options.settings;
    const auto seen = seenTokens(example, part, options);
    if (!seen) return std::unexpected(seen.error());
    result.queries = seen->queryTexts;
    result.keys = seen->keyTexts;
    result.cells = options.cells;
    result.words = seen->merged;
    auto stack = MethodStack::begin(example, part, result.method, options.settings);
    if (!stack) return std::unexpected(stack.error());
    result.kind = tensorOf(example, part)->kind;
    result.contributions = example.contributionKind;
    if (options.token) {
        auto choice = chooseTokens(*options.token, queryTokens(example, part));
        if (!choice) return std::unexpected(choice.error());
        auto words = wordsOf(*choice, seen->queries);
        if (!words) return std::unexpected(words.error());
        result.output = std::move(*words);
    }
    while (stack->advance()) {}
    const int first = stack->firstLayer();
    const Gaps gaps(example, part, result.method, options.settings);
    if (result.output) {
        result.output = seen->plain ? gaps.withoutSilent(std::move(*result.output))
                                    : gaps.withoutSilent(std::move(*result.output), seen->queries);
    }
    std::vector<Matrix> computed = std::move(*stack).take();
    // A word with a gap has none of its numbers: gaps are there before tokens are joined.
    if (!result.output || !seen->plain) {
        for (std::size_t i = 0; i < computed.size(); ++i)
            gaps.markMatrix(valuesOf(computed[i]), first + static_cast<int>(i));
    }
    std::vector<Matrix> gathered;
    std::span<const Matrix> matrices = computed;
    if (!seen->plain) {
        for (const Matrix& matrix : matrices) {
            gathered.push_back(groupMatrix(matrix, seen->queries, seen->keys, seen->division));
        }
        matrices = gathered;
    }
    Matrix rows;
    if (result.output) rows = profile(matrices, *result.output);
    for (int i = 0; i < rows.rows(); ++i) {
        if (seen->plain)
            gaps.markRow(rowOf(rows, i), first + i, *result.output);
        else
            keepGaps(rowOf(rows, i), MatrixView(gathered[i]).values(), *result.output);
    }
    int layer = first;
    for (const Matrix& matrix : matrices) {
        const MatrixView view = matrix;
        ExportLayer out{layer, view.rows, view.cols, view.values(), {}, {}};
        if (result.output) {
            out.rows = 1;
            out.floats = MatrixView(rows).row(layer - first);
        }
        result.layers.push_back(out);
        ++layer;
    }
    take(result);
    return {};
}

namespace {

Result<void> plainResult(const Example& example, const Options& options, const TakeResult& take) {
    const auto compute = options.method == Method::flow ? flowResult : layersResult;
    return compute(example, options, take);
}

std::vector<double> doublesOf(const ExportLayer& layer) {
    if (!layer.doubles.empty()) return {layer.doubles.begin(), layer.doubles.end()};
    return {layer.floats.begin(), layer.floats.end()};
}

Result<void> checkRatio(const Example& example, Part part, Method method) {
    const AttentionTensor* tensor = tensorOf(example, part);
    if (tensor == nullptr) return {};  // the method says what is missing
    std::string_view why = whyNoRatio(method, tensor->kind, isCausal(*tensor), tensor->hasNegative);
    if (part == Part::cross) why = noRatioAcross;
    if (why.empty()) return {};
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = "over",
                                   .finding = std::string(why),
                                   .remedy = "Leave --over out.",
                                   .byte = {}});
}

}  // namespace

Result<void> methodResult(const Example& example, const Options& options, const TakeResult& take) {
    if (options.over == Over::nothing) return plainResult(example, options, take);
    const Part part = partFor(example, options.method, options);
    if (auto good = checkRatio(example, part, options.method); !good) return good;
    Options ofUniform = options;
    ofUniform.settings = uniformSettings(options.settings);
    std::vector<std::vector<double>> uniform;
    const auto done = plainResult(uniformCausal(example, part), ofUniform, [&](const auto& result) {
        for (const ExportLayer& layer : result.layers) uniform.push_back(doublesOf(layer));
    });
    if (!done) return done;
    return plainResult(example, options, [&](const ExportResult& result) {
        ExportResult ratio = result;
        ratio.over = options.over;
        for (std::size_t i = 0; i < ratio.layers.size(); ++i) {
            const std::vector<double> values = doublesOf(ratio.layers[i]);
            for (std::size_t j = 0; j < values.size(); ++j)
                uniform[i][j] = ratioOf(values[j], uniform[i][j]);
            ratio.layers[i].floats = {};
            ratio.layers[i].doubles = uniform[i];
        }
        take(ratio);
    });
}

Result<std::string> methodText(const Document& document, const Options& options) {
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

/// One token of an option.
Result<int> oneToken(const std::optional<TokenWish>& wish, std::string_view option,
                     const std::vector<std::string>& tokens) {
    if (!wish) return usage("explain needs " + std::string(option) + ".");
    auto chosen = chooseTokens(*wish, tokens);
    if (!chosen) return std::unexpected(std::move(chosen.error()));
    if (chosen->join != OutputJoin::sum || chosen->tokens.size() != 1)
        return usage(std::string(option) + " names one token, whose number is explained.");
    return chosen->tokens.front();
}

}  // namespace

Result<std::string> explainText(const Document& document, const Options& options) {
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
