// SPDX-License-Identifier: MIT
// Stored answers, by question.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "page/answers/time_left.h"
#include "page/state/lesson_cover.h"
#include "protocol/query.h"

namespace hw {

/// True for a final answer: all values, or a problem in place of them.
inline bool isWhole(const Answer& answer) {
    return answer.problem.has_value() || answer.complete >= 1.0;
}

/// An LRU cache of answers by question, within a memory budget.
class ResultStore {
public:
    explicit ResultStore(std::size_t budgetBytes = std::size_t{256} << 20) : budget_(budgetBytes) {}

    /// The answer, or null if it has not arrived or is covered. Marks it as used. O(number of entries). The pointer is
    /// valid until the next put or clear.
    const Answer* find(const Query& query);
    /// While it lives, find() hides the answers that a lesson's step covers from every view.
    class AnswerCover {
    public:
        AnswerCover(ResultStore& store, Cover cover) : store_(store) { store_.cover_ = cover; }
        ~AnswerCover() { store_.cover_ = Cover::none; }
        AnswerCover(const AnswerCover&) = delete;
        AnswerCover& operator=(const AnswerCover&) = delete;

    private:
        ResultStore& store_;
    };
    bool isCovered(Method method) const {
        return cover_ == Cover::all || (cover_ == Cover::results && specOf(method).overLayers);
    }
    Cover cover() const { return cover_; }
    /// The same with each row divided by its sum, as Abnar & Zuidema plot flow. A row with missing values stays
    /// missing, and a row of zeros stays zero. Computed once per answer, O(values).
    const Answer* findRelative(const Query& query);
    /// Each value of one answer divided by the other's (core/model/divisor.h). `largest` is the one farthest from 1, as a
    /// factor of at least 1. Computed once, O(values). Returns `over` itself if it has no values.
    const Answer* ratio(const Answer& of, const Answer& over);
    /// Stores an answer, replacing an older one to the same question. A dropped one (Code::cancelled) is not stored,
    /// but its question is no longer pending. `now` is its time of arrival on a monotonic clock in seconds, or 0 for no
    /// estimates of the time left.
    void put(Answer answer, double now = 0);
    void clear();
    /// Forgets pending questions after the engine was replaced. Answers stay.
    void forgetPending() { pending_.clear(); }
    /// Stores `why` as the answer.
    void refuse(const Query& query, Problem why);
    void refusePending(const Problem& why);
    /// True if asked and not completely answered yet.
    bool isPending(const Query& query) const;
    void markPending(const Query& query);
    /// The layer that the views showed when the engine was last asked (wire::Ask::layer).
    int askedLayer() const { return askedLayer_; }
    void noteAskedLayer(int layer) { askedLayer_ = layer; }
    /// The time that a pending question still takes, rounded (page/answers/time_left.h), or 0 if unknown.
    int secondsLeft(const Query& query) const;

private:
    /// A result derived from an answer, under the answer's serial number.
    struct DerivedAnswer {
        std::uint64_t of;
        std::uint64_t over;  ///< 0 divides each row by its sum
        Answer answer;
    };
    struct Pending {
        Query query;
        TimeLeft left;
    };
    const Answer* derived(std::uint64_t of, std::uint64_t over);
    const Answer* cacheDerived(DerivedAnswer fresh);
    void trim();
    std::list<Answer> answers_;
    std::list<DerivedAnswer> made_;
    std::vector<Pending> pending_;
    int askedLayer_ = 0;
    Cover cover_ = Cover::none;
    std::size_t budget_;
    std::size_t bytes_ = 0;
    std::uint64_t serial_ = 0;
};

}  // namespace hw
