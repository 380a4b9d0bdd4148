// SPDX-License-Identifier: MIT
// Tokens that draw attention regardless of their meaning. Weights on them are mostly weights on nothing (Gu et al.
// 2024, "When Attention Sink Emerges"; Xiao et al. 2024), but rollout counts them as information.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/attention_model.h"

namespace hw {

/// The mean weight that the other tokens give to each token, over all layers and heads, [n]. In a causal model only the
/// tokens after it count, and the last one has 0. Missing weights count as 0. Self-attention. Cost O(values).
std::vector<double> receivedWeights(const AttentionTensor& attentions);

/// Tokens that receive at least 0.3, and at least twice the weight that even attention would give them, in ascending
/// order. Empty for contributions and for matrices that are not square. Cost O(values).
std::vector<AttentionSink> attentionSinks(const AttentionTensor& attentions);

/// The same from such mean weights. receivedWeights gives them, or they are averages over separate layers.
std::vector<AttentionSink> attentionSinks(std::span<const double> received, bool causal);

/// Those found on opening, else searched now, and their tokens.
std::vector<AttentionSink> sinksOf(const AttentionTensor& attentions);
std::vector<int> sinkTokens(const AttentionTensor& attentions);

/// A text for people about the sinks of a stack, with their tokens and how much they receive. Empty without any.
std::string describeSinks(std::span<const AttentionSink> sinks,
                          std::span<const std::string> tokens);

}  // namespace hw
