// SPDX-License-Identifier: MIT
// Models that translate: what is cut in both stacks and between them, and what was written. Which runs are read out at every
// token.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/ask/cut_text.h"
#include "model/run/target.h"
#include "model/service/ask_parts.h"
#include "model/service/service.h"
#include "model/service/told.h"

namespace hw::service {
namespace {

/// Alternatives that are said of each token.
constexpr int mostExpected = 4;
/// Tokens whose probabilities are computed; each costs the head.
constexpr int mostTold = 200;

/// While a text is typed the head is computed at every position up to so many multiplications: some 20 ms.
constexpr double quickProducts = 2e8;

}  // namespace

bool Service::readsOutAll(const model::Run& run, bool isSettled) const {
    const model::Spec& spec = session_->facts().spec;
    return isSettled ||
           double{1} * run.answeringTokens() * spec.vocabulary * spec.width <= quickProducts;
}

Result<model::PairEdits> Service::pairEdits(const Recipe& recipe) const {
    model::PairEdits edits;
    if (recipe.rule == "renormalise")
        edits.encoder.rule = edits.decoder.rule = model::CutRule::renormalise;
    const auto headRule = recipe.rule == "mean" ? model::HeadRule::mean : model::HeadRule::zero;
    const model::PairTokens pair{session_->network().spec, session_->decoder()->spec,
                                 base_->tokens(), base_->answeringTokens()};
    for (const Result<void>& added : {model::addPairEdges(recipe.edges, pair, edits),
                                      model::addPairHeads(recipe.heads, headRule, pair, edits),
                                      model::addPairResiduals(recipe.residuals, pair, edits)})
        if (!added) return std::unexpected(added.error());
    if (!recipe.swaps.empty())
        if (auto good = addSwaps(*session_, *base_, recipe.clean, recipe.swaps, edits.encoder);
            !good)
            return std::unexpected(good.error());
    return edits;
}

void Service::writeWritten(JsonWriter& json, const model::Run& run) const {
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

}  // namespace hw::service
