// SPDX-License-Identifier: MIT
#include "session/update/example_update.h"

#include <algorithm>
#include <utility>

#include "page/address/address.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "page/rules/follow_text.h"
#include "session/update/message_list.h"
#include "session/update/model_line.h"
#include "session/update/playback.h"
#include "session/update/shown_fields.h"
#include "session/update/view_changes.h"

namespace hw {
namespace {

/// Keeps the newest few: enough for all columns, and some recent ones.
void keepForComparing(AppState& state, const DocumentSummary& document) {
    constexpr std::size_t most = 8;
    std::erase_if(state.others, [&](const DocumentSummary& old) {
        return old.id == document.id && nameOf(old) == nameOf(document);
    });
    state.others.push_back(document);
    if (state.others.size() > most) state.others.erase(state.others.begin());
}

/// The reason why an example could not be opened.
std::string whyOf(const Problem& problem) {
    return problem.finding + (problem.remedy.empty() ? "" : " " + problem.remedy);
}

/// Removes errors about other examples, now that one is shown.
void forgetRefusals(AppState& state) {
    std::erase_if(state.messages, [&](const Message& message) {
        return message.kind == Message::Kind::error &&
               std::ranges::any_of(state.refused, [&](const auto& refused) {
                   return refused.why == whyOf(message.problem);
               });
    });
}

}  // namespace

void forgetPendingExample(AppState& state) {
    state.pendingExample = {};
    state.exampleFields.clear();
    state.examplePush = true;
}

Effects exampleRefused(AppState& state, const ExampleRefused& event) {
    // A rejected text stays in the line for correction, and the line shows why.
    if (awaitsLine(state) && state.pendingExample == event.example) {
        forgetPendingExample(state);
        state.undo.turning = false;
        state.line.problem = whyOf(event.problem);
        state.playback.stepsPlaying = false;
        return {};
    }
    state.refused.push_back({event.document, event.example, whyOf(event.problem)});
    // A maker of examples waits for an answer although it has requested no example.
    const bool isMade = !event.example.recipe.isEmpty() && state.pendingExample.isNone();
    const bool isMeant = state.document && state.document->id == event.document &&
                         (isMade || state.pendingExample == event.example);
    if (!isMeant) return {};
    forgetPendingExample(state);
    state.undo.turning = false;
    addMessage(state, Message::Kind::error, state.document->name, event.problem, state.source);
    return {AnnounceEffect{messageText(state.messages.back())}};
}

Effects exampleChanged(AppState& state, const ExampleChanged& event) {
    if (!state.document) return {};
    const bool isOpen = state.document->id == event.document.id;
    const bool isPending = !state.pendingExample.isNone();
    const bool isWanted = !isPending || state.pendingExample == nameOf(event.document);
    const Recipe& recipe = event.document.current.recipe;
    // After a drag the last run of the drag can arrive between the request at its end and the answer to that.
    const bool isEndOfDrag = isOpen && event.settled && isModelRun(recipe) &&
                             state.document->current.recipe.text == recipe.text &&
                             (state.line.texts.empty() || state.line.texts.front() != recipe.text);
    const bool isShown = isPending || isEndOfDrag || (event.made && !isModelRun(recipe));
    // An example that is no longer awaited came too late, because another one was requested and shown meanwhile.
    if (!isOpen || !isWanted || !isShown) {
        if (event.settled) keepForComparing(state, event.document);
        return {};
    }
    const Share share = parseShare(state.exampleFields);
    const bool push = state.examplePush;
    const bool keepsView = awaitsLine(state);
    forgetPendingExample(state);
    forgetRefusals(state);
    // Columns that follow the view move on with it. Another column may need the previous example.
    if (event.settled || asksFor(state, *state.document)) keepForComparing(state, *state.document);
    const bool follows = isVariation(*state.document, event.document);
    const ViewTokens before = textOf(state);
    const Side side = state.view.side;
    const ViewState left = state.view;
    state.document = event.document;
    showInLine(state, event.settled);
    state.hover = {};
    const bool playsSteps = state.playback.stepsPlaying && !event.settled;
    const double stepDwell = state.playback.stepDwell;
    stopPlaying(state);
    state.playback.stepsPlaying = playsSteps;
    if (playsSteps) state.playback.stepDwell = stepDwell;
    const std::vector<Side> sides = availableSides(event.document.current);
    if (follows && std::ranges::find(sides, side) != sides.end())
        followText(state, before);
    else
        forgetTokens(state.view, event.document.current);
    fitView(state);
    jumpToLayer(state, state.view.layer);
    const ViewState base = keepsView ? state.view : defaultView(event.document);
    if (!share.fields.empty()) showFields(state, share, base, false);
    if (follows)
        rememberRun(state.undo, left, state.view, event.settled);
    else if (event.settled)
        state.undo = {};
    if (!event.settled) return {};
    return {AddressEffect{push}, AnnounceEffect{event.document.current.title}};
}

}  // namespace hw
