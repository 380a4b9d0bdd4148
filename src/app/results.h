// SPDX-License-Identifier: MIT
// Answers that arrived, and the questions that the present state still needs.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "app/app_state.h"
#include "app/query.h"

namespace hw {

/// Keeps answers by their question, newest use first, within a memory budget.
class ResultStore {
public:
    explicit ResultStore(std::size_t budgetBytes = std::size_t{256} << 20) : budget_(budgetBytes) {}

    /// The answer, or null if it has not arrived. Marks it as used. O(number kept). The pointer is
    /// good until the next put or clear.
    const Answer* find(const Query& query);
    /// The same with each row divided by its sum, as the paper plots flow. A row that has values still
    /// to come has none yet; a row of zeros stays. Computed once an answer, O(values).
    const Answer* findRelative(const Query& query);
    /// Keeps an answer in place of an older one to the same question. One that was dropped
    /// (Code::cancelled) is not kept; its question is just no longer pending.
    void put(Answer answer);
    void clear();
    /// Nobody will answer what was asked so far; answers stay.
    void forgetPending() { pending_.clear(); }
    /// The answer is that there is none.
    void refuse(const Query& query, Problem why);
    void refusePending(const Problem& why);
    /// True if asked and not answered in full yet.
    bool isPending(const Query& query) const;
    void markPending(const Query& query);

private:
    /// What was made of an answer, by the answer's serial number.
    struct Relative {
        std::uint64_t of;
        Answer answer;
    };
    void trim();
    std::list<Answer> answers_;
    std::list<Relative> relative_;
    std::vector<Query> pending_;
    std::size_t budget_;
    std::size_t bytes_ = 0;
    std::uint64_t serial_ = 0;
};

/// The question for the chosen outputs over all layers (bars, sentence, evolution).
Query profileQuery(const AppState& state, Method method);
/// The question for a whole matrix after a layer.
Query matrixQuery(const AppState& state, Method method, int layer);
/// A matrix as it is shown: flow divided by its rows' sums if the state says so.
const Answer* shownMatrix(const AppState& state, ResultStore& results, const Query& query);
/// Any question about the shown side and the chosen outputs with settings of its own.
Query questionWith(const AppState& state, Query::What what, Method method, Settings settings,
                   int layer = 0);
/// What the shown views need, most urgent first: what is asked for now before what may come next. What
/// somebody stopped is left out. The pair of the flow view can depend on values that came in meanwhile.
std::vector<Query> neededQueries(const AppState& state, ResultStore& results);
/// Those of the shown views' questions that can take seconds, stopped or not: matrices of flow, and the table
/// of faithfulness.
std::vector<Query> longQuestions(const AppState& state);
/// One of them was asked and is not answered as a whole.
bool isLongUnderWay(const AppState& state, const ResultStore& results);
/// Somebody stopped this question (StopWork), at this or another layer; what is there of its answer stays.
bool isStopped(const AppState& state, const Query& query);

/// What has to be asked now: all needed questions without a full answer, most urgent first, if one of
/// them has not been asked yet; else nothing. Marks them as pending. Send the list as one wire::Ask.
std::vector<Query> questionsToAsk(const AppState& state, ResultStore& results);

}  // namespace hw
