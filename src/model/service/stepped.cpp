// SPDX-License-Identifier: MIT
// The weights that a recipe's step names, and the training that makes them.
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/refusal.h"
#include "model/ask/cut_text.h"
#include "model/service/facts_json.h"
#include "model/service/question_parts.h"
#include "model/service/service.h"
#include "model/train/files.h"
#include "model/training/told.h"
#include "model/training/training.h"

namespace hw::service {
namespace {

/// A head, or an edge of it, of texts with at most `tokens` tokens. Errors: those of the cuts' text.
Result<std::vector<train::Cut>> cutsIn(const Values& request, const model::Spec& spec, int tokens) {
    Recipe recipe;
    for (const Values& cut : request.list("cuts"))
        recipe.add(cut.choice<CutKind>("kind"), cut.text("text"));
    model::Edits edits;
    if (auto good = model::addEdges(recipe.edges, spec, tokens, edits.edges); !good)
        return std::unexpected(std::move(good.error()));
    if (auto good = model::addHeads(recipe.heads, {}, spec, edits.heads); !good)
        return std::unexpected(std::move(good.error()));
    std::vector<train::Cut> cuts;
    for (const model::Edge& one : edits.edges)
        cuts.push_back({one.layer, one.head, one.query, one.key});
    for (const model::HeadCut& one : edits.heads) cuts.push_back({one.layer, one.head, -1, -1});
    return cuts;
}

}  // namespace

Result<Reply> Service::addStep(const Values& request, const model::Progress& /*progress*/) {
    if (checkpoints_ == nullptr) return badAsk();
    auto parts = partsIn(request, partCount_);
    if (!parts) return std::unexpected(std::move(parts.error()));
    partCount_ += static_cast<int>(parts->size());
    checkpoints_->add(request.whole("step"), std::move(*parts));
    return Reply{"{}", {}};
}

Result<void> Service::useStep(const Values& request, const model::Progress& progress) {
    if (!request.has("recipe")) return {};
    const int given = request.object("recipe").whole("step", -1);
    const int step = given < 0 ? openedStep_ : given;
    if (step == step_) return {};
    std::shared_ptr<const model::Session> session = opened_;
    if (step != openedStep_) {
        auto found = steps_->at(step, progress);
        if (!found) return std::unexpected(std::move(found.error()));
        session = std::move(*found);
    }
    forgetWeights();
    session_ = std::move(session);
    step_ = step;
    return {};
}

void Service::forgetWeights() {
    forgetRuns();
    vectors_.clear();
    plain_.reset();
    among_.clear();
    writing_.reset();
    startedRun_.reset();
    circuitScores_ = {};
}

Result<Reply> Service::train(const Values& request, const model::Progress& progress) {
    auto training = model::Training::begin(request.text("task"),
                                           static_cast<std::uint64_t>(request.whole("seed")),
                                           request.whole("version"));
    if (!training) return std::unexpected(std::move(training.error()));
    auto first = (*training)->at(0, progress);
    if (!first) return std::unexpected(std::move(first.error()));
    forgetModel();
    session_ = opened_ = std::move(*first);
    step_ = openedStep_ = 0;
    name_ = request.text("name");
    training_ = training->get();
    steps_ = std::move(*training);
    JsonWriter json;
    json.beginObject()
        .key("model")
        .raw(factsJson(session_->facts(), session_->tokenizer(), false))
        .key("training")
        .raw(model::describedJson(*training_));
    return Reply{json.endObject().take(), {}};
}

Result<Reply> Service::learn(const Values& request, const model::Progress& /*progress*/) {
    if (training_ == nullptr) return badAsk();
    if (auto good = training_->advance(request.whole("to"), request.real("milliseconds")); !good)
        return std::unexpected(std::move(good.error()));
    return Reply{model::pointsJson(*training_, request.whole("from")), {}};
}

Result<Reply> Service::learned(const Values& request, const model::Progress& /*progress*/) {
    if (training_ == nullptr) return badAsk();
    const int step = request.whole("step");
    const auto measured = training_->measuredAt(step);
    if (!measured) return std::unexpected(measured.error());
    return Reply{model::measuredJson(step, *measured, training_->recipe().task.hasHardTest), {}};
}

Result<Reply> Service::tested(const Values& request, const model::Progress& /*progress*/) {
    if (training_ == nullptr) return badAsk();
    const auto cuts = cutsIn(request, opened_->facts().spec, training_->recipe().task.length);
    if (!cuts) return std::unexpected(cuts.error());
    const int step = request.whole("step");
    const auto accuracy = training_->tested(step, *cuts, request.whole("sequences"));
    if (!accuracy) return std::unexpected(accuracy.error());
    return Reply{model::accuracyJson(step, *accuracy), {}};
}

Result<Reply> Service::keepStep(const Values& request, const model::Progress& progress) {
    if (training_ == nullptr) return badAsk();
    const auto weights = training_->weightsAt(request.whole("step"), progress);
    if (!weights) return std::unexpected(weights.error());
    Reply reply;
    JsonWriter json;
    json.beginObject().key("files").beginArray();
    for (const train::NamedBytes& file : train::modelFiles(training_->recipe(), *weights)) {
        json.beginObject()
            .field("name", file.name)
            .field("size", static_cast<double>(file.bytes.size()))
            .endObject();
        reply.message.add(std::as_bytes(std::span(file.bytes)));
    }
    json.endArray().field("hash", train::hashOf(*weights));
    reply.json = json.endObject().take();
    return reply;
}

}  // namespace hw::service
