// SPDX-License-Identifier: MIT
// What each control does, in one plain sentence.
#pragma once

#include "core/words.h"

namespace hw::tips {

inline constexpr Words sides[] = {"How the input tokens attend to one another."_tr,
                                  "How the output tokens attend to one another."_tr,
                                  "How the output tokens attend to the input tokens."_tr,
                                  "What each token takes from each, as the file "
                                  "measured it: nothing is added."_tr};

inline constexpr Words preset = "All settings at once, as in a paper or a well-known program."_tr;
inline constexpr Words heads =
    "Which heads are in use in every layer, and how they are combined into one matrix "
    "(fusion)."_tr;
inline constexpr Words layers =
    "Which layers are in use; a skipped layer passes on what it receives."_tr;
inline constexpr Words residual =
    "How much each token keeps of itself at every layer; 0.5 counts the residual connection as "
    "much "
    "as attention."_tr;
inline constexpr Words discard =
    "The share of attention weights that is set to 0, smallest first."_tr;
inline constexpr Words barrier =
    "The weight of the barrier that makes the split of the flow unique: the smaller it is, "
    "the closer to a maximum flow."_tr;
inline constexpr Words start = "The first layer in use; the layers below it are skipped."_tr;
inline constexpr Words discardFrom =
    "Whether the smallest weights are taken from the whole matrix or from each row."_tr;

inline constexpr Words outputs[] = {
    "Reads the tokens that you chose; several are added up."_tr,
    "The average over all output tokens."_tr,
    "For each input token, the largest value at any output token."_tr};
inline constexpr Words several =
    "A tap on a token or a head adds or removes it, like Shift-click."_tr;
inline constexpr Words join = "Shows the chosen tokens as one."_tr;
inline constexpr Words split = "Shows the tokens of the span one by one again."_tr;

inline constexpr Words over =
    "Values relative to a uniform causal model of this depth, which attends equally to all "
    "earlier tokens."_tr;
inline constexpr Words special = "Tokens that stand for no text, such as [CLS] and [SEP]."_tr;
inline constexpr Words playTokens =
    "Goes through the tokens and shows where each one draws from (P)."_tr;
inline constexpr Words speed = "How fast the layers play; click for the next speed."_tr;
inline constexpr Words repeat[] = {
    "Off: playing stops at the last layer. Click to start again from the first."_tr,
    "On: after the last layer it starts again. Click to stop at the last layer."_tr};

}  // namespace hw::tips
