// SPDX-License-Identifier: MIT
// Runs of recipes: the latest one is kept, and what takes long is made in steps, so that the worker can see in between whether anybody
// still waits for it.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "model/run/run.h"
#include "model/service/ask_parts.h"
#include "model/service/cut_run.h"
#include "model/service/service.h"

namespace hw::service {

Result<model::Run> encodedOf(const model::Session& session, const Recipe& recipe) {
    if (recipe.ids.empty())
        return recipe.isMessage ? session.encodedMessage(recipe.text, recipe.before)
                                : session.encoded(recipe.text, recipe.pair);
    const std::vector<int> ids = numbersIn(recipe.ids, ',');
    if (ids.empty() || std::ranges::min(ids) < 0) return badAsk();
    return session.encodedWritten(ids);
}

Result<const model::Run*> Service::latest(const Recipe& recipe) {
    Recipe ofText = recipe.ofText();
    if (base_ == nullptr || baseRecipe_ != ofText) {
        // Attention of a long text takes hundreds of megabytes, and would lie beside that of the next.
        base_.reset();
        cut_.reset();
        auto made = begun_ != nullptr && begun_->recipe == ofText ? begunRun() : plainRun(recipe);
        begun_.reset();
        if (!made) return std::unexpected(std::move(made.error()));
        baseRecipe_ = std::move(ofText);
        base_ = std::make_unique<model::Run>(std::move(*made));
    }
    if (!recipe.isCut()) return base_.get();
    if (cut_ != nullptr && cutRecipe_ == recipe.ofRun()) return cut_.get();
    const auto edits = editsOf(*session_, *base_, recipe);
    if (!edits) return std::unexpected(edits.error());
    auto made = changedRun(*session_, *base_, *edits);
    if (!made) return std::unexpected(std::move(made.error()));
    const model::Spec& spec = session_->network().spec;
    cutRecipe_ = recipe.ofRun();
    cutEdges_ = base_->output ? cutEdges(*edits) : cutEdges(edits->encoder, spec, base_->tokens());
    cut_ = std::make_unique<model::Run>(std::move(*made));
    return cut_.get();
}

bool Service::begin(std::string_view text) {
    begun_.reset();
    searching_.reset();
    const auto request = requestIn(text);
    if (!request) return false;
    if (request->call->name == "run") return beginRun(request->values());
    return request->call->name == "ask" && beginSearch(text, request->values());
}

bool Service::beginRun(const Values& request) {
    // Of what was written most is there already.
    if (writing_ != nullptr) return false;
    const model::Facts& facts = session_->facts();
    if (facts.readsPictures() || facts.translates()) return false;
    Recipe recipe = recipeOf(request.object("recipe")).ofText();
    if (base_ != nullptr && baseRecipe_ == recipe) return false;
    auto run = encodedOf(*session_, recipe);
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
    auto subject = std::make_unique<model::Subject>(asked->subject());
    auto made = searchFor(question, unitsAsked(*asked, *subject));
    if (!made) return false;
    std::optional<model::Deciding> search = std::move(*made);
    if (!search) return false;
    searching_ =
        std::make_unique<Searching>(std::string(text), std::move(subject), std::move(*search));
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
