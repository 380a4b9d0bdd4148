// SPDX-License-Identifier: MIT
#include "page/answers/needed_questions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "page/answers/questions.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "page/rules/panes.h"
#include "panels/registry.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

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
        if (spec.questions == nullptr || spec.asksLast != last || !isShown(state, panel)) continue;
        for (Query& query : spec.questions(state)) list.add(std::move(query));
    }
}

/// Answers for a possible next step are requested only if they cost little.
bool isCheap(const AppState& state) {
    constexpr long long mostValues = 1448LL * 1448LL;  // 8 MB per matrix
    return static_cast<long long>(state.queryCount()) * state.keyCount() <= mostValues;
}

bool showsMatrices(const ViewState& view) {
    return shows(view, Panel::overview) || shows(view, Panel::matrix);
}

std::vector<Query> shownQuestions(const AppState& state) {
    if (!state.document || state.layerCount() == 0) return {};
    const ViewState& view = state.view;
    QueryList list;
    list.add(profileQuery(state, view.method));
    if (showsMatrices(view)) {
        // The view's layer first, then those of the animation.
        addMatrices(list, state, view.layer);
        const int below = static_cast<int>(std::floor(state.playback.head));
        addMatrices(list, state, below);
        addMatrices(list, state, static_cast<int>(std::ceil(state.playback.head)));
    }
    list.add(profileQuery(state, Method::raw));
    addPanels(list, state, false);
    // A single head is shown large next to the others, with its rollout.
    if (shows(view, Panel::heads) &&
        (view.settings.heads.size() == 1 || hasOwnHead(view.settings, view.layer)))
        addMatrices(list, state, view.layer);
    // Joint attribution of all pairs is one problem per output, so it is only computed for the present layer.
    if (showsMatrices(view) && isCheap(state) && view.method != Method::joint) {
        const int last = state.layerCount() - 1;
        addMatrices(list, state, view.layer + 1);
        if (state.playback.playing) addMatrices(list, state, view.layer + 2);
        if (view.layer == last) addMatrices(list, state, firstLayer(view));
        addMatrices(list, state, view.layer - 1);
    }
    addPanels(list, state, true);
    std::vector<Query> queries = withUniform(state, list.take());
    // A flow's bars show the effect of position.
    const ExampleSummary& example = state.document->current;
    if (view.method == Method::flow && view.over == Divisor::nothing &&
        whyNoDivisor(example, view.side, Method::flow).empty())
        queries.push_back(uniformOf(profileQuery(state, Method::flow)));
    return queries;
}

/// From this number of tokens on, the flows of one output take seconds after many layers.
constexpr int longInput = 192;

}  // namespace

bool canTakeLong(const AppState& state, const Query& query) {
    const bool ofPairs = query.what == Query::What::matrix;
    const bool ofOutput = query.what == Query::What::profile && state.keyCount() >= longInput;
    const bool flows = (ofPairs || ofOutput) && specOf(query.method).isSlow;
    return flows || query.what == Query::What::correlation;
}

std::vector<Query> followUpQuestions(const AppState& state, ResultStore& results) {
    std::vector<Query> questions;
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.followUp == nullptr || !isShown(state, panel)) continue;
        for (Query& query : spec.followUp(state, results)) questions.push_back(std::move(query));
    }
    return questions;
}

std::vector<Query> neededQueries(const AppState& state, ResultStore& results) {
    std::vector<Query> needed = shownQuestions(state);
    if (needed.empty()) return needed;
    std::erase_if(needed, [&](const Query& query) { return isStopped(state, query); });
    std::ranges::copy(followUpQuestions(state, results), std::back_inserter(needed));
    // Quick questions come before flows of all pairs.
    std::ranges::stable_partition(needed,
                                  [&](const Query& query) { return !canTakeLong(state, query); });
    return needed;
}

std::vector<Query> longQuestions(const AppState& state) {
    std::vector<Query> questions = shownQuestions(state);
    std::erase_if(questions, [&](const Query& query) { return !canTakeLong(state, query); });
    return questions;
}

bool isLongUnderWay(const AppState& state, const ResultStore& results) {
    return std::ranges::any_of(longQuestions(state),
                               [&](const Query& query) { return results.isPending(query); });
}

std::vector<Query> questionsToAsk(const AppState& state, ResultStore& results) {
    std::vector<Query> open;
    bool news = false;
    for (Query& query : neededQueries(state, results)) {
        const Answer* answer = results.find(query);
        if (answer != nullptr && isWhole(*answer)) continue;
        // The flows of a long input are computed layer by layer, beginning at the views' layer.
        const bool moves = results.askedLayer() != state.view.layer &&
                           query.what == Query::What::profile && canTakeLong(state, query);
        news = news || moves || !results.isPending(query);
        open.push_back(std::move(query));
    }
    if (!news) return {};
    results.noteAskedLayer(state.view.layer);
    for (const Query& query : open) results.markPending(query);
    return open;
}

}  // namespace hw
