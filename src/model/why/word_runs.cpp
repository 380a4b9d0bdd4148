// SPDX-License-Identifier: MIT
#include "model/why/word_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/number_text.h"
#include "model/service/question_parts.h"
#include "model/session/token_scores.h"

namespace hw::why {
namespace {

/// Keeps the model's answer in each run; null if it has no answers. `made` has to outlive it.
model::SeeOutputs answersTo(const model::Session& session, std::vector<service::GroupTest>& made) {
    if (session.answering().spec.head.task == model::Task::embedding) return {};
    return [&session, &made](int run, std::span<const float> outputs) {
        const auto best = session.topOf({outputs.begin(), outputs.end()}, 1);
        if (best.empty()) return;
        const model::Choice& answer = best.front();
        made[run].answer = answer.index;
        made[run].text = answer.name;
        made[run].probability =
            answer.isScore ? std::numeric_limits<double>::quiet_NaN() : answer.probability;
        if (answer.isScore)
            made[run].text += ' ' + numberText(std::round(answer.logit * 100) / 100);
    };
}

}  // namespace

bool isLastOf(const service::RunQuestion& asked, int end, bool isMean) {
    return end == asked.session.network().spec.layerCount() + (isMean ? 1 : 0);
}

std::vector<int> readLayers(const service::RunQuestion& asked, const WhyRequest& request,
                            bool isMean) {
    const int layers = asked.session.network().spec.layerCount();
    const int count = request.by == model::usualBlank && !asked.base.output
                          ? std::min(request.layers, layers)
                          : 0;
    std::vector<int> ends;
    for (int i = 1; i <= count; ++i) ends.push_back(i * layers / count);
    if (count > 0 && isMean) ends.push_back(layers + 1);
    return ends;
}

Runs::Runs(const service::RunQuestion& asked, WhyRequest request)
    : session_(asked.session),
      base_(asked.base),
      known_(*asked.tested),
      target_(asked.target),
      request_(std::move(request)) {
    const bool isMean = placeOf(asked) < 0;
    ends_ = readLayers(asked, request_, isMean);
    std::erase_if(ends_, [&](int end) { return isLastOf(asked, end, isMean); });
}

Result<bool> Runs::beginTests() {
    for (const std::vector<int>& group : request_.groups)
        if (!known_.tests.contains({request_.by, group})) groups_.push_back(group);
    if (groups_.empty()) return beginHiding();
    made_.resize(groups_.size());
    if (base_.output) {  // two stacks at once
        const auto values = model::blankedGroups(question(), request_.by, groups_,
                                                 {.see = answersTo(session_, made_)});
        if (!values) return std::unexpected(values.error());
        keepTests(*values);
        return beginHiding();
    }
    auto runs = model::blankedRuns(question(), request_.by, groups_, answersTo(session_, made_));
    if (!runs) return std::unexpected(std::move(runs.error()));
    tests_.emplace(std::move(*runs));
    return true;
}

void Runs::keepTests(const std::vector<double>& values) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        made_[i].value = values[i];
        known_.tests.insert_or_assign({request_.by, groups_[i]}, std::move(made_[i]));
    }
}

Result<bool> Runs::beginHiding() {
    model::ValueRuns::ValueRunInputs inputs{.targets = {target_}, .base = &base_.trace};
    for (const int end : ends_)
        for (const std::vector<int>& group : request_.groups) {
            const bool isTested = !std::isnan(known_.tests.at({request_.by, group}).value);
            if (!isTested || known_.hidden.contains({end, group})) continue;
            places_.emplace_back(end, group);
            model::Edits& edits = inputs.edits.emplace_back();
            for (const int token : group) edits.hidden.push_back({end, token});
        }
    if (places_.empty()) return false;
    hiding_.emplace(session_.network(), std::move(inputs));
    return true;
}

Result<bool> Runs::step() {
    if (!std::exchange(isBegun_, true)) return beginTests();
    if (tests_) {
        auto more = tests_->step();
        if (!more || *more) return more;
        keepTests(tests_->values());
        tests_.reset();
        return beginHiding();
    }
    if (!hiding_) return false;
    auto more = hiding_->step();
    if (!more || *more) return more;
    for (std::size_t i = 0; i < places_.size(); ++i)
        known_.hidden.insert_or_assign(std::move(places_[i]), hiding_->values()[i]);
    hiding_.reset();
    return false;
}

double Runs::done() const { return tests_ ? tests_->done() : hiding_ ? hiding_->done() : 0; }

Result<void> Runs::toTheEnd(const model::Progress& progress) {
    for (;;) {
        const auto more = step();
        if (!more) return std::unexpected(more.error());
        if (!*more) return {};
        if (progress) progress(done());
    }
}

}  // namespace hw::why
