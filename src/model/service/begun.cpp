// SPDX-License-Identifier: MIT
// What is made in steps, so that the worker can see in between whether anybody still waits for it.
#include <utility>

#include "model/service/asks.h"
#include "model/service/service.h"

namespace hw::service {

bool Service::begin(std::string_view text) {
    begun_.reset();
    searching_.reset();
    const auto request = requestIn(text);
    if (!request) return false;
    return request->call->name == "run"   ? beginRun(request->values())
           : request->call->name == "ask" ? beginSearch(text, request->values())
                                          : false;
}

bool Service::beginRun(const Values& request) {
    // Of what was written most is there already.
    if (writing_ != nullptr) return false;
    const model::Facts& facts = session_->facts();
    if (facts.readsPictures() || facts.translates()) return false;
    Recipe recipe = recipeOf(request.object("recipe")).ofText();
    if (base_ != nullptr && baseRecipe_ == recipe) return false;
    auto run = encoded(recipe);
    if (!run) return false;
    auto running = session_->begun(*run);
    if (!running) return false;
    base_.reset();  // as in latest()
    cut_.reset();
    begun_ = std::make_unique<Begun>(std::move(recipe), std::move(*run), std::move(*running));
    return true;
}

bool Service::beginSearch(std::string_view text, const Values& request) {
    const std::string question = request.text("question");
    if (!checkQuestion(question, request.object("arguments"))) return false;
    const model::Progress nobody;
    const auto asked = askedAbout(request, nobody);
    if (!asked) return false;
    auto search = searchFor(question, *asked);
    if (!search || !*search) return false;
    searching_ = std::make_unique<Searching>(std::string(text), std::move(**search));
    return true;
}

bool Service::step() {
    if (searching_ != nullptr) {
        const auto more = searching_->search.step();
        if (!more) searching_.reset();  // the request meets the problem again, and tells it
        return more.value_or(false);
    }
    if (begun_ == nullptr || begun_->running.left() == 0) return false;
    begun_->running.step();
    return begun_->running.left() > 0;
}

Result<model::Run> Service::begunRun() {
    while (begun_->running.left() > 0) begun_->running.step();
    auto trace = begun_->running.take();
    if (!trace) return std::unexpected(std::move(trace.error()));
    begun_->run.trace = std::move(*trace);
    return std::move(begun_->run);
}

}  // namespace hw::service
