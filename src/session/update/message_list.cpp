// SPDX-License-Identifier: MIT
#include "session/update/message_list.h"

#include <algorithm>
#include <utility>

#include "io/tree/axes.h"
#include "io/tree/reading_switches.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

/// Adds a button for each proposed reading of the axes.
void addAxes(std::vector<MessageAction>& actions, const std::vector<Choice>& choices,
             const DataSource& about) {
    for (const Choice& one : choices) {
        const auto axes = axesFrom(one.value);
        if (!axes) continue;
        actions.push_back(
            {"axes/" + one.value, formatText("Read as {}"_tr, {axesShown(*axes)}), about, ""});
        actions.back().source.options.axes = one.value;
    }
}

std::vector<MessageAction> actionsFor(const Problem& problem, const DataSource& about) {
    const Offer offer = problem.offer;
    std::vector<MessageAction> actions;
    if (offer == Offer::tokens || offer == Offer::firstTokens)
        actions.push_back({"tokens", "Provide tokens"_tr, {}, "tokens"});
    if (offer == Offer::grid) actions.push_back({"grid", "Choose the grid"_tr, {}, "grid"});
    if (about.kind == DataSource::Kind::none) return actions;
    if (offer == Offer::layers) actions.push_back({"layers", "Choose layers"_tr, about, "layers"});
    const auto add = [&](const ReadingSwitch& reading) {
        if (about.options.*reading.member) return;
        actions.push_back({std::string(reading.word), reading.label, about, ""});
        actions.back().source.options.*reading.member = true;
    };
    if (offer == Offer::firstTokens && problem.choices.size() == 1) {
        const std::string& first = problem.choices[0].value;
        actions.push_back({"first-tokens", formatText("Keep the first {}"_tr, {first}), about, ""});
        readOpenChoice(actions.back().source.options, "first-tokens", first);
    }
    if (offer == Offer::axes) addAxes(actions, problem.choices, about);
    if (offer == Offer::weights) {
        for (const Choice& one : problem.choices) {
            actions.push_back(
                {"weights/" + one.value, formatText("Open {}"_tr, {one.text}), about, ""});
            actions.back().source.options.weightsFile = one.value;
        }
    }
    const auto addThose = [&](Offer answered) {
        for (const ReadingSwitch& each : readingSwitches)
            if (each.offer == answered) add(each);
    };
    addThose(offer);
    if (offer == Offer::missingShare) addThose(Offer::normaliseRows);
    if (offer == Offer::otherModel) {
        actions.push_back({"other-model", "Open this model anyway"_tr, about, ""});
        actions.back().source.options.mark.clear();
    }
    if (offer == Offer::asInFile) {
        actions.push_back({"as-in-file", "Open unchanged"_tr, about, ""});
        OpenOptions& options = actions.back().source.options;
        for (const ReadingSwitch& each : readingSwitches)
            if (each.ofValues) options.*each.member = false;
    }
    return actions;
}

}  // namespace

void addMessage(AppState& state, Message::Kind kind, std::string file, Problem problem,
                const DataSource& about) {
    if (problem.place == file) problem.place.clear();
    std::erase_if(state.messages, [&](const Message& old) {
        return old.kind == kind && old.file == file && old.problem.place == problem.place &&
               old.problem.finding == problem.finding;
    });
    std::ranges::stable_partition(state.messages,
                                  [&](const Message& old) { return old.file != file; });
    std::vector<MessageAction> actions = actionsFor(problem, about);
    state.messages.push_back(
        {kind, std::move(file), std::move(problem), state.nextMessageId++, std::move(actions)});
    constexpr std::size_t most = 6;
    if (state.messages.size() > most) state.messages.erase(state.messages.begin());
}

void forgetMessages(AppState& state, const std::string& file) {
    std::erase_if(state.messages, [&](const Message& old) { return old.file == file; });
}

std::string messageText(const Message& message) {
    return (message.file.empty() ? "" : message.file + ": ") + sentence(message.problem);
}

void showError(AppState& state, const PendingMessage& error, Effects& effects) {
    forgetMessages(state, error.file);
    const auto kind = error.isNote ? Message::Kind::note : Message::Kind::error;
    addMessage(state, kind, error.file, error.problem, error.about);
    effects.emplace_back(AnnounceEffect{messageText(state.messages.back())});
}

void showPending(AppState& state, Effects& effects) {
    const auto later = std::exchange(state.openings.later, std::nullopt);
    if (later) showError(state, *later, effects);
}

void sayWarnings(AppState& state, const std::vector<Problem>& warnings) {
    std::vector<Problem> kinds;
    std::vector<int> counts;
    for (const Problem& warning : warnings) {
        const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const Problem& kind) {
            return kind.code == warning.code && kind.remedy == warning.remedy;
        });
        if (same == kinds.end()) {
            kinds.push_back(warning);
            counts.push_back(1);
        } else {
            ++counts[same - kinds.begin()];
        }
    }
    // The first finding matters most, so it comes last, where the user sees it.
    for (std::size_t i = kinds.size(); i-- > 0;) {
        const int more = counts[i] - 1;
        if (more > 0)
            kinds[i].finding +=
                ' ' + pluralText(more, "One more of this kind.|{} more of this kind."_tr);
        const bool isDone = kinds[i].place == "picture" && kinds[i].code == Code::badArgument;
        addMessage(state, isDone ? Message::Kind::note : Message::Kind::warning,
                   state.document ? state.document->name : "", std::move(kinds[i]), state.source);
    }
}

}  // namespace hw
