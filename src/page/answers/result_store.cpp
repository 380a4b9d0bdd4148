// SPDX-License-Identifier: MIT
#include "page/answers/result_store.h"

#include <algorithm>
#include <span>
#include <utility>

namespace hw {
namespace {

std::size_t sizeOf(const Answer& answer) {
    return sizeof(Answer) + answer.values.size() * sizeof(float) + answer.detail.size();
}

Answer withRowsDivided(const Answer& from) {
    Answer answer = from;
    answer.largest = 0;
    for (int row = 0; row < answer.rows; ++row) {
        const std::size_t cols = answer.cols;
        const auto values = std::span(answer.values).subspan(std::size_t{1} * row * cols, cols);
        double sum = 0;
        for (const float value : values) sum += value;
        if (sum == 0) continue;
        for (float& value : values) {
            value = static_cast<float>(value / sum);
            if (value > answer.largest) answer.largest = value;
        }
    }
    return answer;
}

}  // namespace

const Answer* ResultStore::find(const Query& query) {
    const auto found = std::find_if(answers_.begin(), answers_.end(),
                                    [&](const Answer& kept) { return kept.query == query; });
    if (found == answers_.end()) return nullptr;
    answers_.splice(answers_.begin(), answers_, found);
    return &answers_.front();
}

const Answer* ResultStore::findRelative(const Query& query) {
    const Answer* answer = find(query);
    if (answer == nullptr || answer->values.empty()) return answer;
    const auto made = std::find_if(relative_.begin(), relative_.end(),
                                   [&](const Relative& kept) { return kept.of == answer->serial; });
    if (made != relative_.end()) {
        relative_.splice(relative_.begin(), relative_, made);
        return &made->answer;
    }
    relative_.push_front({answer->serial, withRowsDivided(*answer)});
    relative_.front().answer.serial = ++serial_;
    bytes_ += sizeOf(relative_.front().answer);  // the next put sees to the budget
    return &relative_.front().answer;
}

void ResultStore::put(Answer answer) {
    const bool dropped = answer.problem && answer.problem->code == Code::cancelled;
    if (dropped || isWhole(answer)) std::erase(pending_, answer.query);
    if (dropped) return;
    if (find(answer.query) != nullptr) {  // now in front
        const std::uint64_t old = answers_.front().serial;
        std::erase_if(relative_, [&](const Relative& made) {
            if (made.of == old) bytes_ -= sizeOf(made.answer);
            return made.of == old;
        });
        bytes_ -= sizeOf(answers_.front());
        answers_.pop_front();
    }
    // Seen once here instead of in every frame. NaN is never larger.
    for (const float value : answer.values) {
        if (value > answer.largest) answer.largest = value;
    }
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
    for (const Query& query : std::vector<Query>(pending_)) refuse(query, why);
}

void ResultStore::trim() {
    // What was made of answers can be made again.
    while (bytes_ > budget_ && relative_.size() > 1) {
        bytes_ -= sizeOf(relative_.back().answer);
        relative_.pop_back();
    }
    // The newest answer stays even if it alone is beyond the budget: somebody is looking at it.
    while (bytes_ > budget_ && answers_.size() > 1) {
        bytes_ -= sizeOf(answers_.back());
        answers_.pop_back();
    }
}

void ResultStore::clear() {
    answers_.clear();
    relative_.clear();
    pending_.clear();
    bytes_ = 0;
}

bool ResultStore::isPending(const Query& query) const {
    return std::find(pending_.begin(), pending_.end(), query) != pending_.end();
}

void ResultStore::markPending(const Query& query) {
    if (!isPending(query)) pending_.push_back(query);
}

}  // namespace hw
