// SPDX-License-Identifier: MIT
// The question "patches": which patch of the prompt's pictures matters for the answer.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"
#include "model/patches/patch_effects.h"
#include "model/service/run_questions.h"

namespace hw::service {
namespace {

using model::PatchMethod;

bool isMeasured(PatchMethod method) {
    return method == PatchMethod::hide || method == PatchMethod::wipe ||
           method == PatchMethod::grey;
}

bool isOfTokens(PatchMethod method) {
    return method != PatchMethod::wipe && method != PatchMethod::grey &&
           method != PatchMethod::relevanceTower && method != PatchMethod::pixels &&
           method != PatchMethod::rolloutTower;
}

void writeFrames(JsonWriter& json, const model::Sight& sight, model::FrameGrid grid,
                 const std::vector<std::vector<double>>& values) {
    json.key("frames").beginArray();
    for (std::size_t i = 0; i < sight.frames.size(); ++i) {
        const model::Frame& frame = sight.frames[i];
        json.beginObject()
            .field("image", frame.image)
            .field("row", frame.seen.row)
            .field("column", frame.seen.column)
            .array("box", frame.seen.box)
            .field("rows", grid.rows)
            .field("columns", grid.columns)
            .array("values", values[i]);
        json.endObject();
    }
    json.endArray();
}

void writeSquares(JsonWriter& json, const std::vector<model::PatchSquare>& squares) {
    json.key("squares").beginArray();
    for (const model::PatchSquare& one : squares) {
        json.beginObject()
            .field("frame", one.frame)
            .field("row", one.row)
            .field("column", one.column)
            .field("side", one.side)
            .field("effect", one.effect)
            .field("control", one.isControl)
            .field("wiped", one.isWiped);
        json.endObject();
    }
    json.endArray();
}

/// Measures squares until all are known or the time is over.
Result<std::string> measured(JsonWriter json, const RunQuestion& asked,
                             const model::PatchQuestion& question, PatchMethod method) {
    using Clock = std::chrono::steady_clock;
    const int seconds = asked.arguments.whole("seconds", 10);
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    model::PatchSearch search(question, method);
    bool isWhole = false;
    while (!isWhole && Clock::now() < end) {
        const auto more = search.step();
        if (!more) return std::unexpected(more.error());
        isWhole = !*more;
        if (asked.progress) asked.progress(search.done());
    }
    const model::Sight& sight = *question.run.sight;
    if (method == PatchMethod::wipe) {
        json.key("fill").beginArray();
        for (const unsigned char value :
             model::medianColour(sight.frames.back().seen.prepared.shown))
            json.value(static_cast<int>(value));
        json.endArray();
    }
    json.field("value", search.value()).field("complete", isWhole);
    writeFrames(json, sight, search.grid(), search.values());
    writeSquares(json, search.squares());
    return json.endObject().take();
}

}  // namespace

Result<std::string> patchesAnswer(const RunQuestion& asked) {
    if (!asked.base.sight || asked.base.sight->frames.empty())
        return refusal(Code::badArgument, "model", "This prompt has no picture."_tr,
                       "Give it one."_tr);
    const auto method = asked.arguments.choice<PatchMethod>("method");
    const model::PatchQuestion question{asked.session, asked.base, asked.target};
    const int layers = asked.session.network().spec.layerCount();
    const int layer = asked.arguments.whole("layer", layers - 1);
    if (layer >= layers)
        return refusal(Code::badArgument, "layer",
                       formatText("There is no layer {} (the model has {})."_tr, {layer, layers}),
                       "Layers count from 0."_tr);
    const auto shares = model::promptShares(question);
    if (!shares) return std::unexpected(shares.error());
    JsonWriter json;
    json.beginObject()
        .field("method", nameOf(method))
        .field("grid", isOfTokens(method) ? "tokens" : "patches")
        .field("position", question.position());
    json.key("parts").beginObject();
    for (const auto& [name, fall, share] :
         {std::tuple{"pictures", shares->pictures, shares->rollout[0]},
          {"words", shares->words, shares->rollout[1]},
          {"sink", shares->sink, shares->rollout[2]}})
        json.key(name).beginObject().field("effect", fall).field("rollout", share).endObject();
    json.endObject();
    if (isMeasured(method)) return measured(std::move(json), asked, question, method);
    const auto values = model::patchScores(question, method, layer);
    if (!values) return std::unexpected(values.error());
    json.field("value", shares->value).field("complete", true);
    writeFrames(json, *asked.base.sight,
                isOfTokens(method) ? model::tokenGrid(*asked.base.sight)
                                   : model::patchGrid(*asked.base.sight),
                *values);
    return json.endObject().take();
}

}  // namespace hw::service
