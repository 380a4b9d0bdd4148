// SPDX-License-Identifier: MIT
// Questions about units of a model that a program around this one runs: PyTorch, behind python/headwaters. That program asks with the
// run's attention, makes one run after the other as it is told, and gets the answer: units, rankings, searches, draws and tests are ours.
//
// Messages are JSON objects, some with numbers (float32) behind them. The question:
//
//   {name, arguments, target: {kind, index, minus}, isUsual, value, read, stacks: [{layers, heads, queries, keys}], tokens, specialTokens,
//    decoderTokens, firstPatch}     and the weights of each stack, [layers][heads][queries][keys]: one, or encoder, decoder, cross
//
// Requests, and what each is answered with; a unit is [kind, stack, layer, head, query, key] (ask/units.h), `done` how much of a search is behind:
//
//   {call: "slopes", cut, rule, target, isPatch, done}     {patches: [[token, predicted], ...]}, and of each stack weights, then slopes
//   {call: "outputs", cut, rule, target, done}             {}, and all outputs at the target's place
//   {call: "values", cuts, rule, target, done}             {values}: the target's number with each list cut
//   {call: "name", output}                                 {name}
//   {call: "without", token, isAnswers}                    {blank, value}: the number without a token
//
// A target of kind cosine is the question's own, whatever its index.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/problem.h"

namespace hw::service {

struct Message {
    std::string json;
    std::vector<float> numbers;
};

/// Sends a request and waits for what it is answered with. Errors: the other program is gone.
using Exchange = std::function<Result<Message>(std::string request)>;

/// The last message: {answer}, as answerAsked gives it (asks.h), or {problem: {place, finding, remedy}}: what the question does not allow, a
/// message that is none of these, or an error of the exchange.
std::string answerDistant(Message question, const Exchange& exchange);

}  // namespace hw::service
