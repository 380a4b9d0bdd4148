// SPDX-License-Identifier: MIT
// What each control does, in one plain sentence.
#pragma once

#include <string_view>

#include "page/state/app_state.h"

namespace hw::tips {

inline constexpr std::string_view sides[] = {"How the input tokens attend to one another.",
                                             "How the output tokens attend to one another.",
                                             "How the output tokens attend to the input tokens.",
                                             "What each token takes from each, as the file "
                                             "measured it: nothing is added."};

inline constexpr std::string_view preset =
    "All settings at once, as a paper or a well-known program has them.";
inline constexpr std::string_view heads =
    "Which heads take part, in every layer, and how they are joined into one matrix (fusion).";
inline constexpr std::string_view layers =
    "Which layers take part; one that is left out passes on what it gets.";
inline constexpr std::string_view residual =
    "How much each token keeps of itself at every layer; 0.5 counts the residual connection as "
    "much "
    "as attention.";
inline constexpr std::string_view discard =
    "The share of attention weights, the smallest ones, that is set to 0.";
inline constexpr std::string_view barrier =
    "The weight of the barrier that makes the split of the flow unique: the smaller, the nearer to "
    "a maximum flow.";
inline constexpr std::string_view start =
    "The first layer that takes part; the layers below it are left out.";
inline constexpr std::string_view discardFrom =
    "Whether the smallest weights are those of the whole matrix or of each row.";

inline constexpr std::string_view outputs[] = {
    "Reads the tokens that you chose; several are added up.", "The average over all output tokens.",
    "For each input token, the largest value at any output token."};
inline constexpr std::string_view several =
    "A tap on a token or a head adds it, or takes it out, as Shift and a click do.";
inline constexpr std::string_view join = "Shows the chosen tokens as one.";
inline constexpr std::string_view split = "Shows the tokens of the span one by one again.";

inline constexpr std::string_view order[] = {"Tokens in the order of the text.",
                                             "The largest value first."};
inline constexpr std::string_view flow[] = {
    "Each flow divided by the sum of the flows to all inputs.",
    "The maximum flow itself, which is not a share."};
inline constexpr std::string_view over =
    "How many times what a causal model of this depth would show that looks equally at all tokens "
    "before.";
inline constexpr std::string_view scale[] = {
    "Bars and sentence are measured by the largest value of all layers: lengths can be compared "
    "while it plays.",
    "Bars and sentence are measured by the largest value of the present layer."};
inline constexpr std::string_view ownShare =
    "Whether the scale has room for what the output token keeps of itself; off: its bar is cut "
    "short and the others are longer.";
inline constexpr std::string_view ghost = "An outline at each bar: its value one layer earlier.";
inline constexpr std::string_view special =
    "Tokens that stand for no text, such as [CLS] and [SEP].";
inline constexpr std::string_view renormalise = "What is left is divided by its sum.";
inline constexpr std::string_view words = "Pieces of a word are shown as one.";
inline constexpr std::string_view rawTokens = "Tokens exactly as the tokenizer writes them.";
inline constexpr std::string_view segments[] = {
    "All tokens of both texts.", "What the first text draws from itself.",
    "What the first text draws from the second.", "What the second text draws from the first.",
    "What the second text draws from itself."};
inline constexpr std::string_view colours[] = {
    "One hue, from the page’s own colour to deep blue.",
    "From purple to yellow, as in many papers.",
    "From blue to yellow, made for colour-blind readers."};
inline constexpr std::string_view playTokens =
    "Goes through the tokens and shows where each one draws from (P).";
inline constexpr std::string_view speed = "How fast the layers play; click for the next speed.";
inline constexpr std::string_view repeat[] = {
    "Off: playing stops at the last layer. Click to start again from the first.",
    "On: after the last layer it starts again. Click to stop at the last layer."};

}  // namespace hw::tips
