// SPDX-License-Identifier: MIT
#include "io/link/rank_error.h"

#include <algorithm>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/model/setting_fields.h"
#include "core/report/faithfulness.h"
#include "core/report/ranked_tokens.h"
#include "io/packed/text64.h"

namespace hw::io {

namespace {

/// The values that the output token draws from each token, [layer][token], or nothing if the part or method is not
/// available.
std::vector<double> profileOf(const ComparedAnalysis& looked, Part part, Method method,
                              int output) {
    std::vector<double> values;
    if (tensorOf(looked.example, part) == nullptr ||
        !checkMethod(looked.example, part, method, looked.settings))
        return values;
    if (method == Method::flow) {
        const std::span<const float> ratios =
            part == Part::encoder ? std::span<const float>(looked.example.fixedResidual)
                                  : std::span<const float>();
        const auto graph = flowNetwork(*tensorOf(looked.example, part), looked.settings, ratios);
        if (!graph || output >= graph->tokens()) return values;
        auto table = maxFlows(*graph, {.lastLayer = graph->layers() - 1, .sources = {output}});
        return table ? std::move(table->values) : values;
    }
    const auto stack = computeStack(looked.example, part, method, looked.settings);
    if (!stack) return values;
    for (const Matrix& matrix : *stack) {
        if (output >= matrix.rows()) return {};
        for (Eigen::Index key = 0; key < matrix.cols(); ++key)
            values.push_back(static_cast<double>(matrix(output, key)));
    }
    return values;
}

double distance(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1;
    return std::fabs(a - b);
}

}  // namespace

double rankError(const ComparedAnalysis& original, const ComparedAnalysis& other) {
    const Example& example = original.example;
    const int output = outputTokenOf(example);
    const std::vector<bool> kept[] = {
        {},
        keptTokens(example.tokens, example.specialTokens),
        rankedTokens(example, RankingScope::words, {OutputJoin::sum, {output}})};
    double most = 0;
    for (const Part part : {Part::encoder, Part::contributions}) {
        for (const Method method : every<Method>()) {
            if (specOf(method).isSlow && method != Method::flow) continue;
            const std::vector<double> a = profileOf(original, part, method, output);
            const std::vector<double> b = profileOf(other, part, method, output);
            if (a.empty() || a.size() != b.size()) continue;
            RankOptions options;
            options.epsilon = specOf(method).sameWithin;
            for (const Importance& scores : other.example.importance) {
                const auto own =
                    std::ranges::find(example.importance, scores.name, &Importance::name);
                if (own == example.importance.end() || own->values.size() != example.tokens.size())
                    continue;
                for (const std::vector<bool>& keep : kept) {
                    const auto one = correlateLayers(a, own->values, keep, options);
                    const auto two = correlateLayers(b, scores.values, keep, options);
                    for (std::size_t i = 0; i < std::min(one.size(), two.size()); ++i)
                        most = std::max(most, distance(one[i], two[i]));
                }
            }
        }
    }
    return most;
}

double rankError(const Example& example, const PackOptions& options, std::string_view bytes) {
    const auto read = openPacked(toBase64(bytes, Base64::url));
    if (!read || read->examples.empty()) return 0;
    const Settings settings =
        options.data == PackData::fused ? withoutHeadSettings(options.settings) : options.settings;
    return rankError({example, options.settings}, {read->examples.front(), settings});
}

}  // namespace hw::io
