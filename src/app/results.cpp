// SPDX-License-Identifier: MIT
#include "app/results.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/canonical_query.h"
#include "app/flow_model.h"
#include "app/gathering.h"
#include "app/panels.h"
#include "app/panes.h"
#include "app/view_rules.h"

namespace hw {
namespace {

std::size_t sizeOf(const Answer& answer) {
    return sizeof(Answer) + answer.values.size() * sizeof(float) + answer.detail.size();
}

Answer withRowsDivided(const Answer& from) {
    Answer answer = from;
    answer.largest = 0;
    for (int row = 0; row < answer.rows; ++row) {
        const auto cols = static_cast<std::size_t>(answer.cols);
        const auto values =
            std::span(answer.values).subspan(static_cast<std::size_t>(row) * cols, cols);
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

bool isWhole(const Answer& answer) { return answer.problem.has_value() || answer.complete >= 1.0; }

/// Heads of the shown side; 0 where both sides of a model have different numbers of them, so that a
/// full list of one side's heads is not taken for all heads of the other.
int headsToCompare(const AppState& state) {
    const ExampleSummary& example = state.document->current;
    const bool mixed = state.view.side == Side::cross && example.heads != example.decoderHeads;
    return mixed ? 0 : state.headCount();
}

Query baseQuery(const AppState& state, Query::What what, Method method) {
    Query query;
    query.what = what;
    if (!state.document) return query;
    query.document = state.document->id;
    query.example = state.document->example;
    query.side = state.view.side;
    query.method = method;
    query.settings = state.view.settings;
    query.outputMode = state.view.outputMode;
    query.outputs = state.view.outputs;
    OutputTokens outputs = outputTokens(state);
    if (!outputs.tokens.empty()) {
        query.outputs = std::move(outputs.tokens);
        query.outputGroups = std::move(outputs.groups);
    }
    query.seen = what == Query::What::profile ? wordGathering(state) : gatheringOf(state);
    query.seen.relative =
        method == Method::flow && state.view.relativeFlow && !query.seen.isEmpty();
    return query;
}

Query finished(const AppState& state, Query query) {
    return canonicalQuery(std::move(query), state.document ? headsToCompare(state) : 0);
}

class QueryList {
public:
    void add(Query query) {
        if (std::find(list_.begin(), list_.end(), query) == list_.end()) {
            list_.push_back(std::move(query));
        }
    }
    std::vector<Query> take() { return std::move(list_); }

private:
    std::vector<Query> list_;
};

void addMatrices(QueryList& list, const AppState& state, int layer) {
    if (layer < 0 || layer >= state.layerCount()) return;
    if (layer >= firstLayer(state.view)) list.add(matrixQuery(state, state.view.method, layer));
    list.add(matrixQuery(state, Method::raw, layer));
}

void addPanels(QueryList& list, const AppState& state, bool last) {
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.questions == nullptr || spec.asksLast != last || !isShown(state, spec)) continue;
        for (Query& query : spec.questions(state)) list.add(std::move(query));
    }
}

/// What may be wanted next is fetched only where it costs little beside what is wanted now.
bool isCheap(const AppState& state) {
    constexpr long long mostValues = 1448LL * 1448LL;  // 8 MB a matrix
    return static_cast<long long>(state.queryCount()) * state.keyCount() <= mostValues;
}

bool showsMatrices(const ViewState& view) {
    return shows(view, Panel::overview) || shows(view, Panel::matrix);
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

Query profileQuery(const AppState& state, Method method) {
    return finished(state, baseQuery(state, Query::What::profile, method));
}

Query matrixQuery(const AppState& state, Method method, int layer) {
    Query query = baseQuery(state, Query::What::matrix, method);
    query.layer = layer;
    return finished(state, std::move(query));
}

Query questionWith(const AppState& state, Query::What what, Method method, Settings settings,
                   int layer) {
    Query query = baseQuery(state, what, method);
    query.settings = std::move(settings);
    query.layer = layer;
    return finished(state, std::move(query));
}

const Answer* shownMatrix(const AppState& state, ResultStore& results, const Query& query) {
    const bool relative = query.method == Method::flow && state.view.relativeFlow;
    // What is merged or left out has been divided by the engine, which knows all keys.
    return relative && !query.seen.relative ? results.findRelative(query) : results.find(query);
}

namespace {

std::vector<Query> shownQuestions(const AppState& state) {
    if (!state.document || state.layerCount() == 0) return {};
    const ViewState& view = state.view;
    QueryList list;
    list.add(profileQuery(state, view.method));
    if (showsMatrices(view)) {
        // Where the picture stands, then where it may be next.
        addMatrices(list, state, view.layer);
        const int below = static_cast<int>(std::floor(state.playback.head));
        addMatrices(list, state, below);
        addMatrices(list, state, static_cast<int>(std::ceil(state.playback.head)));
    }
    list.add(profileQuery(state, Method::raw));
    addPanels(list, state, false);
    // One head alone stands large beside the others, with its rollout.
    if (shows(view, Panel::heads) && view.settings.heads.size() == 1)
        addMatrices(list, state, view.layer);
    if (showsMatrices(view) && isCheap(state)) {
        const int last = state.layerCount() - 1;
        addMatrices(list, state, view.layer + 1);
        if (state.playback.playing) addMatrices(list, state, view.layer + 2);
        if (view.layer == last) addMatrices(list, state, firstLayer(view));
        addMatrices(list, state, view.layer - 1);
    }
    addPanels(list, state, true);
    return list.take();
}

bool canTakeLong(const Query& query) {
    const bool flows = query.what == Query::What::matrix && query.method == Method::flow;
    return flows || query.what == Query::What::correlation;
}

}  // namespace

std::vector<Query> neededQueries(const AppState& state, ResultStore& results) {
    std::vector<Query> needed = shownQuestions(state);
    std::erase_if(needed, [&](const Query& query) { return isStopped(state, query); });
    // One pair is quick: it does not wait for flows of all pairs.
    if (showsFlow(state)) {
        needed.insert(std::ranges::find_if(needed, canTakeLong),
                      flowEdgesQuery(state, flowSink(state, results)));
    }
    return needed;
}

std::vector<Query> longQuestions(const AppState& state) {
    std::vector<Query> questions = shownQuestions(state);
    std::erase_if(questions, [](const Query& query) { return !canTakeLong(query); });
    return questions;
}

bool isLongUnderWay(const AppState& state, const ResultStore& results) {
    return std::ranges::any_of(longQuestions(state),
                               [&](const Query& query) { return results.isPending(query); });
}

bool isStopped(const AppState& state, const Query& query) {
    return std::ranges::any_of(state.stopped, [&](Query stopped) {
        stopped.layer = query.layer;
        return stopped == query;
    });
}

std::vector<Query> questionsToAsk(const AppState& state, ResultStore& results) {
    std::vector<Query> open;
    bool news = false;
    for (Query& query : neededQueries(state, results)) {
        const Answer* answer = results.find(query);
        if (answer != nullptr && isWhole(*answer)) continue;
        news = news || !results.isPending(query);
        open.push_back(std::move(query));
    }
    if (!news) return {};
    for (const Query& query : open) results.markPending(query);
    return open;
}

}  // namespace hw
