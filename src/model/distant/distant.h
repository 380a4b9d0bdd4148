// SPDX-License-Identifier: MIT
// Questions about units for a model that another program runs, such as PyTorch through python/headwaters. The program
// asks with the run's attention, makes each run that this library requests, and gets the answer. Units, rankings,
// searches, draws and tests are the library's.
//
// Messages are JSON objects, some followed by numbers (float32). The question is followed by the weights of each stack,
// [layers][heads][queries][keys] (one stack, or encoder, decoder, cross):
//
//     {name, arguments, target: {kind, index, minus}, isUsual, value, read, stacks: [{layers, heads, queries, keys}],
//      tokens, specialTokens, decoderTokens, firstPatch}
//
// Requests and their replies follow. A unit is [kind, stack, layer, head, query, key] (ask/units.h), and `done` is the
// progress of a search.
//
//     {call: "slopes", cut, rule, target, isPatch, done}     {patches: [[token, predicted], ...]}, followed by weights
//                                                            and slopes of each stack
//     {call: "outputs", cut, rule, target, done}             {}, followed by all outputs at the target's position
//     {call: "values", cuts, rule, target, done}             {values}: the target's value with each list cut
//     {call: "name", output}                                 {name}
//     {call: "without", token, isAnswers}                    {blank, value}: the value without a token
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

/// Sends a request and waits for its reply. Errors: the other program is gone.
using Exchange = std::function<Result<Message>(std::string request)>;

/// The last message: {answer}, as from answerQuestion (asks.h), or {problem: {place, finding, remedy}} for an invalid
/// question, an invalid message, or an error of the exchange.
std::string answerDistant(Message question, const Exchange& exchange);

}  // namespace hw::service
