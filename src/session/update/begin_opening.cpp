// SPDX-License-Identifier: MIT
#include "session/update/begin_opening.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "page/address/address.h"
#include "session/update/message_list.h"
#include "session/update/reopening.h"

namespace hw {
namespace {

/// How many given files stay within reach of "back".
constexpr std::size_t mostGiven = 4;

/// What people call the data; the host knows a better name for what stands behind an address.
std::string nameOfData(const DataSource& source) {
    if (source.kind == DataSource::Kind::gist) return say("gist {}"_tr, {source.text});
    return source.kind == DataSource::Kind::data ? "link"_tr : source.text;
}

/// A model has no example before one is made: it begins with the one that the link asks for.
Recipe firstRecipe(const DataSource& source, const std::string& fields) {
    if (source.kind != DataSource::Kind::model && source.kind != DataSource::Kind::local) return {};
    const Share share = parseShare(fields);
    const std::string* prompt = share.find("prompt");
    return prompt == nullptr ? Recipe{} : Recipe{"prompt", *prompt};
}

bool sameFile(const DataSource& source, const std::string& name) {
    return source.kind == DataSource::Kind::local && source.text == name;
}

/// The number of the file that a link means by its name, 0 if none is at hand: what is open comes first, a file
/// that could not be opened last.
std::uint32_t numberUnder(const AppState& state, const std::string& name) {
    if (sameFile(state.source, name)) return state.source.given;
    if (sameFile(state.openings.earlierSource, name)) return state.openings.earlierSource.given;
    std::uint32_t found = 0;
    bool isRefused = true;
    for (const GivenFile& file : std::views::reverse(state.openings.given)) {
        if (file.name != name || (found != 0 && (!isRefused || file.refused))) continue;
        found = file.number;
        isRefused = file.refused;
    }
    return found;
}

void keepAtHand(AppState& state, const GivenFile& file, Effects& effects) {
    std::vector<GivenFile>& given = state.openings.given;
    given.push_back(file);
    const auto isNeeded = [&](std::uint32_t number) {
        return number == file.number || number == state.source.given ||
               number == state.openings.earlierSource.given || number == state.pendingSource.given;
    };
    while (given.size() > mostGiven) {
        const auto old = std::ranges::find_if_not(given, isNeeded, &GivenFile::number);
        if (old == given.end()) return;
        effects.emplace_back(ReleaseEffect{old->number});
        given.erase(old);
    }
}

/// A second file whose first does not come: what is open stays, and the engine has closed what was open before it.
void forgetSecond(AppState& state) {
    Openings& openings = state.openings;
    if (openings.openedSecond) {
        state.earlier = std::exchange(openings.openedSecond, std::nullopt);
        openings.earlierSource = openings.second;
        openings.earlierIsNewer = true;
    }
    openings.second = {};
    openings.secondTicket = 0;
}

void forgetPending(AppState& state) {
    state.pendingSource = {};
    state.pendingFields.clear();
    state.pendingPush = true;
    state.reopens = false;
}

Problem anotherCame() {
    return {
        Code::cancelled, "", "Opening was cancelled because another file was opened."_tr, "", {}};
}

}  // namespace

void fetchSource(AppState& state, const DataSource& source, Effects& effects) {
    state.openings.sought.clear();
    state.loading = {};
    state.loading.ticket = ++state.openings.lastTicket;
    state.loading.source = source;
    state.loading.name = nameOfData(source);
    effects.emplace_back(FetchEffect{state.loading.ticket, source, state.loading.name,
                                     firstRecipe(source, state.pendingFields)});
}

void beginOpening(AppState& state, const DataSource& source, Effects& effects) {
    supersede(state, effects);
    if (source != state.pendingSource) forgetPending(state);
    state.pendingSource = source;
    fetchSource(state, source, effects);
}

Effects openLinked(AppState& state, DataSource source, std::string fields, bool push) {
    Effects effects;
    supersede(state, effects);
    const DataSource second = parseShare(fields).second;
    // What is open now is the file before as soon as another one is.
    const bool isOpen = state.document && !state.isLost && second == state.source;
    const bool isLocal = source.kind == DataSource::Kind::local;
    if (isLocal && source.given == 0) source.given = numberUnder(state, source.text);
    state.pendingSource = source;
    state.pendingFields = std::move(fields);
    state.pendingPush = push;
    state.reopens = false;
    if (second.kind != DataSource::Kind::none && !isOpen && !isLocal) {
        state.openings.second = second;
        fetchSource(state, second, effects);
        state.openings.secondTicket = state.loading.ticket;
        return effects;
    }
    if (!isLocal || source.given != 0) {
        beginOpening(state, source, effects);
        return effects;
    }
    state.openings.fallback = {};  // the page waits for the file, if it is not kept
    state.openings.sought = source.text;
    effects.emplace_back(LookForEffect{source.text});
    return effects;
}

Effects openFirst(AppState& state, const Problem* problem) {
    Openings& openings = state.openings;
    Effects effects;
    if (problem != nullptr) {
        openings.later = LaterMessage{state.loading.name, *problem, openings.second, true};
        Problem& note = openings.later->problem;
        note.finding =
            say("This second file of the link could not be opened: {}"_tr, {note.finding});
    }
    fetchSource(state, state.pendingSource, effects);
    return effects;
}

bool opensSecond(const Openings& openings, std::uint32_t ticket) {
    return openings.secondTicket != 0 && openings.secondTicket == ticket;
}

void cancelTickets(AppState& state, const Problem& why, Effects& effects) {
    effects.emplace_back(CancelEffect{state.loading.ticket, why});
    const std::uint32_t second = state.openings.secondTicket;
    if (second != 0 && second != state.loading.ticket)
        effects.emplace_back(CancelEffect{second, why});
}

void supersede(AppState& state, Effects& effects) {
    state.openings.sought.clear();
    if (state.loading.ticket == 0) return;
    cancelTickets(state, anotherCame(), effects);
    forgetSecond(state);
    state.loading = {};
    if (state.openings.reopening != Reopening::none) giveUp(state);
    sayLater(state, effects);
}

void endLoading(AppState& state) {
    forgetSecond(state);
    state.loading = {};
    forgetPending(state);
}

void sayError(AppState& state, const LaterMessage& error, Effects& effects) {
    forgetMessages(state, error.file);
    const auto kind = error.isNote ? Message::Kind::note : Message::Kind::error;
    addMessage(state, kind, error.file, error.problem, error.about);
    effects.emplace_back(AnnounceEffect{messageText(state.messages.back())});
}

void sayLater(AppState& state, Effects& effects) {
    const auto later = std::exchange(state.openings.later, std::nullopt);
    if (later) sayError(state, *later, effects);
}

Effects giveFile(AppState& state, const GiveFile& command) {
    Effects effects;
    DataSource source{DataSource::Kind::local, command.name, command.options, command.number};
    // A view that waits for the file was one of the file as it was read then.
    const bool isAwaited =
        state.loading.ticket == 0 && !state.reopens && sameFile(state.pendingSource, command.name);
    if (isAwaited && source.options == OpenOptions{}) source.options = state.pendingSource.options;
    keepAtHand(state, {command.number, command.name}, effects);
    beginOpening(state, source, effects);
    if (!parseShare(command.fields).fields.empty()) state.pendingFields = command.fields;
    return effects;
}

Effects takeKept(AppState& state, const KeptFile& event) {
    const bool isSought = event.name == state.openings.sought && !event.name.empty();
    if (!isSought && event.number != 0) return {ReleaseEffect{event.number}};
    if (!isSought) return {};
    state.openings.sought.clear();
    Effects effects;
    if (event.number != 0) {
        DataSource source = state.pendingSource;
        source.given = event.number;
        keepAtHand(state, {event.number, event.name}, effects);
        beginOpening(state, source, effects);
        return effects;
    }
    addMessage(state, Message::Kind::note, event.name,
               {Code::badArgument,
                "",
                "This link points to a file that is not in it."_tr,
                "Open the same file here to see the view, or ask for a link with the data in "
                "it."_tr,
                {}});
    return effects;
}

Effects sayNotHeld(AppState& state, const NotHeld& event) {
    if (event.given == 0 || state.source.given != event.given) return {};
    addMessage(state, Message::Kind::note, state.source.text,
               {Code::badArgument,
                "",
                say("Reloading this tab will lose this file: {}."_tr, {event.why}),
                "You will need to open the file again."_tr,
                {}});
    return {};
}

bool isAtHand(const AppState& state, const DataSource& source) {
    return std::ranges::find(state.openings.given, source.given, &GivenFile::number) !=
           state.openings.given.end();
}

void markRefused(AppState& state, const DataSource& source) {
    for (GivenFile& file : state.openings.given) {
        if (source.given != 0 && file.number == source.given) file.refused = true;
    }
}

}  // namespace hw
