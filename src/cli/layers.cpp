// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/words.h"
#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/model/check_settings.h"
#include "io/write/export.h"

namespace hw::cli {
Result<std::string> layersText(const Document& document, const Options& options) {
    const auto example = exampleOf(document, options.example);
    if (!example) return std::unexpected(example.error());
    const Part part = options.part.value_or(mainPart(**example));
    ExportResult result;
    result.method = options.method;
    result.settings = options.settings;
    const auto seen = seenTokens(**example, part, options);
    if (!seen) return std::unexpected(seen.error());
    result.queries = seen->queryTexts;
    result.keys = seen->keyTexts;
    result.words = seen->merged;
    auto stack = MethodStack::begin(**example, part, result.method, options.settings);
    if (!stack) return std::unexpected(stack.error());
    if (options.token) {
        auto choice = chooseTokens(*options.token, queryTokens(**example, part));
        if (!choice) return std::unexpected(choice.error());
        auto words = wordsOf(*choice, seen->queries);
        if (!words) return std::unexpected(words.error());
        result.output = std::move(*words);
    }
    while (stack->advance()) {}
    const int first = stack->firstLayer();
    const Gaps gaps(**example, part, result.method, options.settings);
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
            gathered.push_back(gatherMatrix(matrix, seen->queries, seen->keys, seen->division));
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
    return options.format == Format::csv ? resultCsv(result) : resultJson(result) + '\n';
}

}  // namespace hw::cli
