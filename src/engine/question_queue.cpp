// SPDX-License-Identifier: MIT
#include "engine/question_queue.h"

#include <algorithm>
#include <iterator>

namespace hw {

std::vector<QuestionQueue::QueuedQuestion> QuestionQueue::ask(wire::Ask ask) {
    std::vector<QueuedQuestion> front;
    for (Query& query : ask.queries) {
        const auto isSame = [&](const QueuedQuestion& one) {
            return one.ticket == 0 && one.query == query;
        };
        if (std::any_of(front.begin(), front.end(), isSame)) continue;
        const auto found = std::find_if(waiting_.begin(), waiting_.end(), isSame);
        QueuedQuestion next;
        if (found != waiting_.end()) {
            next = std::move(*found);
            waiting_.erase(found);
        } else {
            next.query = std::move(query);
        }
        next.forViews = next.forViews && ask.replaces;
        next.layer = ask.layer;
        if (next.task != nullptr) next.task->show(next.layer);
        front.push_back(std::move(next));
    }
    std::vector<QueuedQuestion> dropped;
    if (ask.replaces) dropped = remove([](const QueuedQuestion& one) { return one.forViews; });
    std::move(waiting_.begin(), waiting_.end(), std::back_inserter(front));
    waiting_ = std::move(front);
    return dropped;
}

void QuestionQueue::add(wire::Export order) {
    QueuedQuestion next;
    next.query = std::move(order.query);
    next.forViews = false;
    next.ticket = order.ticket;
    next.format = std::move(order.format);
    next.relative = order.relative;
    next.dividesByUniform = order.dividesByUniform;
    waiting_.insert(waiting_.begin(), std::move(next));
}

void QuestionQueue::wake(ExamplePlace place) {
    for (QueuedQuestion& one : waiting_) {
        if (ExamplePlace{one.query.document, one.query.example} == place) one.isParked = false;
    }
}

/// If several views show long flows side by side, all of them get ranges before one gets its last value.
std::vector<QuestionQueue::QueuedQuestion>::iterator QuestionQueue::first() {
    const auto first = std::ranges::find(waiting_, false, &QueuedQuestion::isParked);
    if (first == waiting_.end() || !first->isRough) return first;
    const auto next = std::ranges::find_if(waiting_, [](const QueuedQuestion& one) {
        return one.forViews && one.ticket == 0 && !one.isParked && !one.isRough &&
               one.query.what == Query::What::profile && one.query.method == Method::flow;
    });
    return next == waiting_.end() ? first : next;
}

std::vector<QuestionQueue::QueuedQuestion> QuestionQueue::remove(
    const std::function<bool(const QueuedQuestion&)>& which) {
    std::vector<QueuedQuestion> out;
    std::vector<QueuedQuestion> kept;
    for (QueuedQuestion& one : waiting_) (which(one) ? out : kept).push_back(std::move(one));
    waiting_ = std::move(kept);
    return out;
}

}  // namespace hw
