// SPDX-License-Identifier: MIT
#include "page/answers/result_store.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/matrix/divided_rows.h"
#include "core/model/divisor.h"
#include "core/statistics/scale_end.h"

namespace hw {
namespace {

std::size_t sizeOf(const Answer& answer) {
    return sizeof(Answer) + answer.values.size() * sizeof(float) + answer.detail.size();
}

void setReadable(Answer& answer) {
    answer.readable = answer.query.what == Query::What::matrix
                          ? readableEnd(answer.values, answer.rows, answer.largest,
                                        specOf(answer.query.method).hasOwnOne)
                          : answer.largest;
}

Answer withRowsDivided(const Answer& from) {
    Answer answer = from;
    answer.largest = 0;
    divideRows(std::span(answer.values), answer.cols);
    for (const float value : answer.values) answer.largest = std::max(answer.largest, value);
    setReadable(answer);
    return answer;
}

}  // namespace

const Answer* ResultStore::find(const Query& query) {
    if (isCovered(query.method)) return nullptr;
    const auto found = std::find_if(answers_.begin(), answers_.end(),
                                    [&](const Answer& kept) { return kept.query == query; });
    if (found == answers_.end()) return nullptr;
    answers_.splice(answers_.begin(), answers_, found);
    return &answers_.front();
}

const Answer* ResultStore::derived(std::uint64_t of, std::uint64_t over) {
    const auto found = std::find_if(made_.begin(), made_.end(), [&](const DerivedAnswer& kept) {
        return kept.of == of && kept.over == over;
    });
    if (found == made_.end()) return nullptr;
    made_.splice(made_.begin(), made_, found);
    return &found->answer;
}

const Answer* ResultStore::cacheDerived(DerivedAnswer fresh) {
    made_.push_front(std::move(fresh));
    Answer& answer = made_.front().answer;
    answer.serial = ++serial_;
    bytes_ += sizeOf(answer);  // the next put trims the store to the budget
    return &answer;
}

const Answer* ResultStore::findRelative(const Query& query) {
    const Answer* answer = find(query);
    if (answer == nullptr || answer->values.empty()) return answer;
    if (const Answer* kept = derived(answer->serial, 0)) return kept;
    return cacheDerived({answer->serial, 0, withRowsDivided(*answer)});
}

const Answer* ResultStore::ratio(const Answer& of, const Answer& over) {
    if (of.values.empty()) return &of;
    if (over.values.size() != of.values.size()) return &over;
    if (const Answer* kept = derived(of.serial, over.serial)) return kept;
    Answer answer = of;
    answer.largest = 1;
    answer.complete = std::min(of.complete, over.complete);
    divideByUniform(std::span(answer.values), std::span(over.values));
    for (const float value : answer.values) {
        if (value > 0) answer.largest = std::max({answer.largest, value, 1 / value});
    }
    answer.readable = answer.largest;  // no ratio is flattened on a logarithmic scale
    return cacheDerived({of.serial, over.serial, std::move(answer)});
}

void ResultStore::put(Answer answer, double now) {
    const bool dropped = answer.problem && answer.problem->code == Code::cancelled;
    const auto waiting = std::ranges::find(pending_, answer.query, &Pending::query);
    if (waiting != pending_.end()) {
        waiting->left.add(answer.complete, now);
        if (dropped || isWhole(answer)) pending_.erase(waiting);
    }
    if (dropped) return;
    if (find(answer.query) != nullptr) {  // find() has moved it to the front
        const std::uint64_t old = answers_.front().serial;
        // Ratios may have been derived from an answer derived from it.
        std::uint64_t relative = 0;
        for (const DerivedAnswer& derived : made_) {
            if (derived.of == old && derived.over == 0) relative = derived.answer.serial;
        }
        std::erase_if(made_, [&](const DerivedAnswer& derived) {
            const bool isGone =
                derived.of == old || derived.over == old ||
                (relative != 0 && (derived.of == relative || derived.over == relative));
            if (isGone) bytes_ -= sizeOf(derived.answer);
            return isGone;
        });
        bytes_ -= sizeOf(answers_.front());
        answers_.pop_front();
    }
    // Computed once here instead of in every frame. NaN is never larger.
    for (const float value : answer.values) {
        const float size = std::abs(value);
        if (size > answer.largest) answer.largest = size;
    }
    setReadable(answer);
    answer.serial = ++serial_;
    bytes_ += sizeOf(answer);
    answers_.push_front(std::move(answer));
    trim();
}

void ResultStore::refuse(const Query& query, Problem why) {
    Answer answer;
    answer.query = query;
    answer.problem = std::move(why);
    put(std::move(answer));
}

void ResultStore::refusePending(const Problem& why) {
    for (const Pending& one : std::vector<Pending>(pending_)) refuse(one.query, why);
}

void ResultStore::trim() {
    // Derived answers can be computed again.
    while (bytes_ > budget_ && made_.size() > 1) {
        bytes_ -= sizeOf(made_.back().answer);
        made_.pop_back();
    }
    // The newest answer stays even if it exceeds the budget, because a view shows it.
    while (bytes_ > budget_ && answers_.size() > 1) {
        bytes_ -= sizeOf(answers_.back());
        answers_.pop_back();
    }
}

void ResultStore::clear() {
    answers_.clear();
    made_.clear();
    pending_.clear();
    bytes_ = 0;
}

bool ResultStore::isPending(const Query& query) const {
    return std::ranges::find(pending_, query, &Pending::query) != pending_.end();
}

void ResultStore::markPending(const Query& query) {
    if (!isPending(query)) pending_.push_back({query, {}});
}

int ResultStore::secondsLeft(const Query& query) const {
    const auto waiting = std::ranges::find(pending_, query, &Pending::query);
    return waiting == pending_.end() ? 0 : waiting->left.seconds();
}

}  // namespace hw
