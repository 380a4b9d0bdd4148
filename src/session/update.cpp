// SPDX-License-Identifier: MIT
#include "session/update.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "page/address/note_fields.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "page/rules/panes.h"
#include "session/opening/begin.h"
#include "session/opening/end.h"
#include "session/opening/engine_lost.h"
#include "session/opening/given_files.h"
#include "session/opening/links.h"
#include "session/update/example_update.h"
#include "session/update/message_list.h"
#include "session/update/model_line.h"
#include "session/update/output_update.h"
#include "session/update/panel_update.h"
#include "session/update/playback.h"
#include "session/update/training_step.h"
#include "session/update/view_changes.h"

namespace hw {
namespace {

// --- moving through the layers --------------------------------------------------------------------

Effects moveTo(AppState& state, int layer) {
    if (state.layerCount() == 0) return {};
    const int before = state.view.layer;
    stopPlaying(state);
    goToLayer(state, layer, pace::step);
    Effects effects{AddressEffect{false}};
    if (state.view.layer != before) effects.push_back(layerAnnouncement(state));
    return effects;
}

Effects carryOut(AppState& state, const SetLayer& command) { return moveTo(state, command.layer); }

Effects carryOut(AppState& state, const TogglePlay&) {
    if (!state.playback.playing) {
        startPlaying(state);
        return {};
    }
    stopPlaying(state);
    return {AddressEffect{false}};
}

Effects carryOut(AppState& state, const PlayTokens&) {
    toggleTokens(state);
    return state.playback.tokensPlaying ? Effects{} : Effects{AddressEffect{false}};
}

Effects carryOut(AppState& state, const SetStep& command) { return setStep(state, command); }
Effects carryOut(AppState& state, const PlaySteps&) { return playSteps(state); }

Effects carryOut(AppState& state, const SetSpeed& command) {
    if (std::isnan(command.speed)) return {};
    Playback& playback = state.playback;
    const double speed = std::clamp(command.speed, 0.25, 4.0);
    playback.dwell *= playback.speed / speed;
    playback.speed = speed;
    return {};
}

Effects carryOut(AppState& state, const ToggleLoop&) {
    state.playback.loop = !state.playback.loop;
    return {};
}

Effects carryOut(AppState& state, const ScrubTo& command) { return scrubTo(state, command); }

// --- the objects in view --------------------------------------------------------------------------

template <class T>
Effects carryOut(AppState& state, const Set<T>& command) {
    return changeView(
        state, [&](ViewState& view) { view.*command.member = command.value; }, command.settled);
}

Effects carryOut(AppState& state, const SetMethod& command) {
    if (!state.document) return {};
    if (!isAvailable(state.document->current, state.view.side, command.method)) return {};
    return changeView(state, [&](ViewState& view) {
        chooseMethod(view, command.method, state.document->current);
    });
}

Effects carryOut(AppState& state, const SetSide& command) {
    if (!state.document || command.side == state.view.side) return {};
    const ExampleSummary& example = state.document->current;
    const std::vector<Side> sides = availableSides(example);
    if (std::find(sides.begin(), sides.end(), command.side) == sides.end()) return {};
    stopPlaying(state);
    Effects effects =
        changeView(state, [&](ViewState& view) { chooseSide(view, command.side, example); });
    jumpToLayer(state, state.view.layer);
    return effects;
}

Effects carryOut(AppState& state, const SetPanel& command) {
    const bool hadFlow = shows(state.view, Panel::flow);
    const Method before = state.view.method;
    Effects effects = changeView(state, [&](ViewState& view) {
        choosePanel(view, command.panel);
        if (hadFlow && !shows(view, Panel::flow) && state.besideFlow)
            view.method = *std::exchange(state.besideFlow, std::nullopt);
    });
    if (!hadFlow && shows(state.view, Panel::flow)) state.besideFlow = before;
    return effects;
}
Effects carryOut(AppState& state, const ArrangePanes& command) {
    return changeView(state, [&](ViewState& view) {
        if (state.document) arrangePanes(view, command.shape, state.document->current);
    });
}
Effects carryOut(AppState& state, const ReplacePane& command) {
    return changeView(state, [&](ViewState& view) { replacePane(view, command.from, command.to); });
}
Effects carryOut(AppState& state, const ClosePane& command) {
    return changeView(state, [&](ViewState& view) { closePane(view, command.panel); });
}
Effects carryOut(AppState& state, const FocusPane& command) {
    if (!shows(state.view, command.panel)) return {};
    state.view.panel = command.panel;
    return {AddressEffect{false}};
}
// --- image, faithfulness ------------------------------------------------------------------

Effects carryOut(AppState& state, const Undo& command) { return undo(state, command.by); }

Effects carryOut(AppState& state, const RunText& command) { return runText(state, command); }
Effects carryOut(AppState& state, const BeginText& command) { return beginText(state, command); }

Effects carryOut(AppState& state, const StopWork& command) {
    state.stopped.clear();
    if (!command.stop) return {};
    state.stopped = longQuestions(state);
    Effects effects;
    for (const Query& query : state.stopped) effects.emplace_back(ForgetEffect{query});
    return effects;
}

// --- data, and transient commands -----------------------------------------------------------------

Effects carryOut(AppState& state, const SetHover& command) {
    state.hover = command.hover;
    return {};
}
Effects carryOut(AppState& state, const DismissMessage& command) {
    std::erase_if(state.messages, [&](const Message& message) {
        return command.id == 0 || message.id == command.id;
    });
    return {};
}
Effects carryOut(AppState& state, const ApplyMessageAction& command) {
    return applyMessageAction(state, command);
}
Effects carryOut(AppState& state, const CancelOpening&) { return cancelOpening(state); }
Effects carryOut(AppState& state, const OpenSource& command) { return openSource(state, command); }
Effects carryOut(AppState& state, const BeginPage& command) { return beginPage(state, command); }
Effects carryOut(AppState& state, const GiveFile& command) { return giveFile(state, command); }
Effects carryOut(AppState& state, const ShowDialog& command) {
    const bool notes = command.name == "notes";
    if (notes && state.surroundings.embedded) return {};
    // The pointer leaves the canvas for the dialog, so its present place goes into the dialog's name.
    if (command.name == "cut") return {DialogEffect{"cut-" + proposedNoteText(state)}};
    if (!notes || state.hover == Hover{}) return {DialogEffect{command.name}};
    return {DialogEffect{"note-" + proposedNoteText(state)}};
}
Effects carryOut(AppState& state, const ApplyFields& command) {
    return applyFields(state, command);
}

// --- events ---------------------------------------------------------------------------------------

Effects applyEvent(AppState& state, const Tick& tick) {
    if (!(tick.seconds > 0)) return {};
    if (state.loading.ticket != 0) state.loading.seconds += tick.seconds;
    Effects effects = advancePlayback(state, tick.seconds);
    const Effects ofSteps = advanceSteps(state, tick.seconds);
    effects.insert(effects.end(), ofSteps.begin(), ofSteps.end());
    return effects;
}

Effects applyEvent(AppState& state, const SurroundingsChanged& event) {
    state.surroundings = event.now;
    if (event.now.reducedMotion && isMoving(state)) jumpToLayer(state, state.view.layer);
    return {};
}

Effects applyEvent(AppState& state, const TicketTaken&) {
    ++state.openings.lastTicket;
    return {};
}
Effects applyEvent(AppState& state, const OpeningMarked& event) {
    return openingMarked(state, event);
}
Effects applyEvent(AppState& state, const OpeningNamed& event) {
    return openingNamed(state, event);
}
Effects applyEvent(AppState& state, const OpeningProgressed& event) {
    return openingProgressed(state, event);
}
Effects applyEvent(AppState& state, const OpeningFailed& event) {
    return openingFailed(state, event);
}
Effects applyEvent(AppState& state, const Opened& event) { return opened(state, event); }
Effects applyEvent(AppState& state, const ExampleChanged& event) {
    return exampleChanged(state, event);
}

Effects applyEvent(AppState& state, const StoredFile& event) { return openStored(state, event); }
Effects applyEvent(AppState& state, const StepsKnown& event) { return stepsKnown(state, event); }
Effects applyEvent(AppState& state, const FileNotStored& event) {
    return reportNotStored(state, event);
}
Effects applyEvent(AppState& state, const ExampleRefused& event) {
    return exampleRefused(state, event);
}
Effects applyEvent(AppState& state, const EngineLost& event) { return engineLost(state, event); }

/// Every command can be undone, except transient ones and the playback controls.
bool touches(const Command& command) {
    return !std::holds_alternative<SetHover>(command) &&
           !std::holds_alternative<TogglePlay>(command) &&
           !std::holds_alternative<ScrubTo>(command) &&
           !std::holds_alternative<SetSpeed>(command) &&
           !std::holds_alternative<ToggleLoop>(command);
}

}  // namespace

Effects update(AppState& state, const Command& command) {
    const WatchedState before = watchedState(state);
    const bool isUndo = std::holds_alternative<Undo>(command);
    std::optional<ViewState> view;
    if (touches(command) && !isUndo && state.document) view = state.view;
    Effects effects = std::visit([&](const auto& one) { return carryOut(state, one); }, command);
    const auto* fields = std::get_if<ApplyFields>(&command);
    if (view) {
        const bool isBack = fields != nullptr && fields->fromHistory;
        remember(state.undo, *view, state, effects, isBack);
    }
    addConsequences(before, setsTerms(command), state, effects);
    return effects;
}

Effects update(AppState& state, const Event& event) {
    const WatchedState before = watchedState(state);
    Effects effects = std::visit([&](const auto& one) { return applyEvent(state, one); }, event);
    addConsequences(before, std::holds_alternative<Tick>(event), state, effects);
    return effects;
}

}  // namespace hw
