// SPDX-License-Identifier: MIT
// What is made in steps, so that the worker can see in between whether anybody still waits for it.
#include <utility>

#include "platform/model/asks.h"
#include "platform/model/requests.h"

namespace hw {

bool ModelRequests::begin(const std::vector<std::string>& request) {
    begun_.reset();
    searching_.reset();
    return session_ != nullptr && (beginRun(request) || beginSearch(request));
}

bool ModelRequests::beginRun(const std::vector<std::string>& request) {
    // Of what was written most is there already.
    if (writing_ != nullptr || request.size() != 6 + textFields || request.front() != "run")
        return false;
    const model::Facts& facts = session_->facts();
    if (facts.readsPictures() || facts.translates()) return false;
    const Asked asked = askedIn(request, 6);
    std::string text = textOf(asked);
    if (base_ != nullptr && baseText_ == text) return false;
    auto run = encoded(asked);
    if (!run) return false;
    auto running = session_->begun(*run);
    if (!running) return false;
    base_.reset();  // as in latest()
    cut_.reset();
    begun_ = std::make_unique<Begun>(std::move(text), std::move(*run), std::move(*running));
    return true;
}

bool ModelRequests::beginSearch(const std::vector<std::string>& request) {
    if (request.size() < 2 + textFields || request.front() != "ask") return false;
    const model::Progress nobody;
    const auto asked = askedAbout(request, nobody);
    if (!asked) return false;
    auto search = searchFor(request[1], *asked);
    if (!search || !*search) return false;
    searching_ = std::make_unique<Searching>(request, std::move(**search));
    return true;
}

bool ModelRequests::step() {
    if (searching_ != nullptr) {
        const auto more = searching_->search.step();
        if (!more) searching_.reset();  // the request meets the problem again, and tells it
        return more.value_or(false);
    }
    if (begun_ == nullptr || begun_->running.left() == 0) return false;
    begun_->running.step();
    return begun_->running.left() > 0;
}

Result<model::Run> ModelRequests::begunRun() {
    while (begun_->running.left() > 0) begun_->running.step();
    auto trace = begun_->running.take();
    if (!trace) return std::unexpected(std::move(trace.error()));
    begun_->run.trace = std::move(*trace);
    return std::move(begun_->run);
}

}  // namespace hw
