// SPDX-License-Identifier: MIT
// Models that translate: what is cut in both stacks and between them, and what was written. Which runs are read out at every
// token.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/ask/cut_text.h"
#include "model/run/target.h"
#include "platform/model/ask_parts.h"
#include "platform/model/requests.h"
#include "platform/model/told.h"

namespace hw {
namespace {

/// Alternatives that are said of each token.
constexpr int mostExpected = 4;
/// Tokens whose probabilities are computed; each costs the head.
constexpr int mostTold = 200;

/// While a text is typed the head is computed at every position up to so many multiplications: some 20 ms.
constexpr double quickProducts = 2e8;

}  // namespace

bool ModelRequests::readsOutAll(const model::Run& run, bool isSettled) const {
    const model::Spec& spec = session_->facts().spec;
    return isSettled ||
           double{1} * run.answeringTokens() * spec.vocabulary * spec.width <= quickProducts;
}

Result<model::PairEdits> ModelRequests::pairEdits(const Asked& asked) const {
    model::PairEdits edits;
    if (asked.rule == "renormalise")
        edits.encoder.rule = edits.decoder.rule = model::CutRule::renormalise;
    const auto headRule = asked.rule == "mean" ? model::HeadRule::mean : model::HeadRule::zero;
    const model::PairTokens pair{session_->network().spec, session_->decoder()->spec,
                                 base_->tokens(), base_->answeringTokens()};
    for (const Result<void>& added : {model::addPairEdges(asked.edges, pair, edits),
                                      model::addPairHeads(asked.heads, headRule, pair, edits),
                                      model::addPairResiduals(asked.residuals, pair, edits)})
        if (!added) return std::unexpected(added.error());
    if (!asked.swaps.empty())
        if (auto good = addSwaps(*session_, *base_, asked.clean, asked.swaps, edits.encoder); !good)
            return std::unexpected(good.error());
    return edits;
}

void ModelRequests::writeWritten(JsonWriter& json, const model::Run& run) const {
    const model::Output& output = *run.output;
    json.key("output")
        .beginObject()
        .field("text", output.text)
        .field("given", output.isGiven)
        .field("cutOff", output.isCutOff);
    json.array("read", output.encoding.tokens);
    json.key("written").beginArray();
    const auto count = std::min<std::size_t>(output.written.size(), mostTold);
    for (std::size_t i = 1; i < count; ++i) {
        const auto position = static_cast<int>(i) - 1;
        const int id = output.written[i];
        const std::vector<model::Choice> likely = session_->top(run, position, mostExpected);
        const std::vector<double> shares = model::probabilities(session_->outputs(run, position));
        json.beginObject()
            .field("id", id)
            .field("text", session_->nameOf(id))
            .field("special",
                   session_->tokenizer() != nullptr && session_->tokenizer()->isSpecial(id))
            .field("position", position)
            .field("probability", shares[id])
            .field("bits", -std::log2(std::max(shares[id], 1e-30)));
        json.key("expected").beginArray();
        for (const model::Choice& one : likely)
            if (one.index != id)
                json.beginObject()
                    .field("text", one.name)
                    .field("probability", one.probability)
                    .endObject();
        json.endArray().endObject();
    }
    json.endArray().endObject();
}

}  // namespace hw
