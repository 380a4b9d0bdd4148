// SPDX-License-Identifier: MIT
#include "core/statistics/attention_sinks.h"

#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "core/matrix/matrix.h"
#include "core/number_text.h"
#include "core/tokens/token_text.h"

namespace hw {
namespace {

constexpr double leastReceived = 0.3;
constexpr double timesEven = 2;

/// The weight that each token would receive if every token read all tokens in its reach equally.
double evenShare(int token, int tokens, bool causal) {
    if (!causal) return 1.0 / tokens;
    double sum = 0;
    for (int query = token + 1; query < tokens; ++query) sum += 1.0 / (query + 1);
    return sum / std::max(1, tokens - 1 - token);
}

}  // namespace

std::vector<double> receivedWeights(const AttentionTensor& attentions) {
    const int n = attentions.keys;
    RowArray<double> sums = RowArray<double>::Zero(n);
    const auto present = [](float value) {
        return std::isfinite(value) && value > 0 ? static_cast<double>(value) : 0.0;
    };
    std::vector<float> room;
    for (int layer = 0; layer < attentions.layers; ++layer)
        for (int head = 0; head < attentions.heads; ++head) {
            const MatrixView matrix = attentions.matrix(layer, head, room);
            for (int query = 0; query < matrix.rows; ++query) {
                const std::span<const float> row = matrix.row(query);
                sums += expressionOf(row).unaryExpr(present);
                sums[query] -= present(row[query]);
            }
        }
    const bool causal = isCausal(attentions);
    std::vector<double> received(n, 0.0);
    for (int token = 0; token < n; ++token) {
        const int readers = causal ? n - 1 - token : n - 1;
        if (readers > 0)
            received[token] =
                std::max(0.0, sums[token]) /
                (double{1} * readers * attentions.layers * std::max(1, attentions.heads));
    }
    return received;
}

std::vector<AttentionSink> attentionSinks(const AttentionTensor& attentions) {
    if (!attentions.isAttention() || attentions.isUniform || attentions.empty() ||
        attentions.queries != attentions.keys)
        return {};
    return attentionSinks(receivedWeights(attentions), isCausal(attentions));
}

std::vector<AttentionSink> attentionSinks(std::span<const double> received, bool causal) {
    const auto tokens = static_cast<int>(received.size());
    std::vector<AttentionSink> sinks;
    for (int token = 0; token < tokens; ++token)
        if (received[token] >=
            std::max(leastReceived, timesEven * evenShare(token, tokens, causal)))
            sinks.push_back({token, received[token]});
    return sinks;
}

std::vector<AttentionSink> sinksOf(const AttentionTensor& attentions) {
    return attentions.sinks ? *attentions.sinks : attentionSinks(attentions);
}

std::vector<int> sinkTokens(const AttentionTensor& attentions) {
    std::vector<int> tokens;
    for (const AttentionSink& sink : sinksOf(attentions)) tokens.push_back(sink.token);
    return tokens;
}

std::string describeSinks(std::span<const AttentionSink> sinks,
                          std::span<const std::string> tokens) {
    std::string text;
    for (const AttentionSink& sink : sinks)
        text += (text.empty() ? "" : " ") +
                formatText("“{}” is an attention sink with {} % of the other tokens’ attention."_tr,
                           {displayToken(tokens[sink.token]),
                            numberText(std::round(100 * sink.received))});
    return text;
}

}  // namespace hw
