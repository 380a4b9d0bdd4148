// SPDX-License-Identifier: MIT
// The weights that a recipe's step names.
#include <utility>

#include "core/refusal.h"
#include "model/service/ask_parts.h"
#include "model/service/service.h"

namespace hw::service {

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
    begun_.reset();
}

}  // namespace hw::service
