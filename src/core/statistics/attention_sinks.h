// SPDX-License-Identifier: MIT
// Tokens that draw attention whatever they say. Weights on them are mostly weights on nothing (Gu et al. 2024, "When Attention Sink
// Emerges"; Xiao et al. 2024), but rollout counts them as information.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/attention_model.h"

namespace hw {

/// The mean weight that the other tokens give to each token, over all layers and heads, [n]; in a causal model only the tokens after it,
/// and 0 for the last one. Missing weights count as 0. Self-attention. Cost O(values).
std::vector<double> receivedWeights(const AttentionTensor& attentions);

/// Tokens that receive at least 0.3, and at least twice the weight that even attention would give them; ascending. Empty for contributions and
/// for matrices that are not square. Cost O(values).
std::vector<AttentionSink> attentionSinks(const AttentionTensor& attentions);

/// The same of such mean weights, which receivedWeights gives, or which were averaged of layers by themselves.
std::vector<AttentionSink> attentionSinks(std::span<const double> received, bool causal);

/// Those that were found on opening, else looked for now; and their tokens.
std::vector<AttentionSink> sinksOf(const AttentionTensor& attentions);
std::vector<int> sinkTokens(const AttentionTensor& attentions);

/// For people, about the sinks of a stack: which, and how much they receive; empty without any.
std::string sinkWords(std::span<const AttentionSink> sinks, std::span<const std::string> tokens);

}  // namespace hw
