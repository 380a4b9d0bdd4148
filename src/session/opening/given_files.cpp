// SPDX-License-Identifier: MIT
#include "session/opening/given_files.h"

#include <algorithm>
#include <ranges>

#include "page/address/address.h"
#include "session/opening/begin.h"
#include "session/opening/stages.h"
#include "session/update/message_list.h"

namespace hw {
namespace {

/// The number of given files that are kept for "back".
constexpr std::size_t mostGiven = 4;

bool sameFile(const DataSource& source, const std::string& name) {
    return source.kind == DataSource::Kind::local && source.text == name;
}

void keepAtHand(AppState& state, const LocalFile& file, Effects& effects) {
    std::vector<LocalFile>& given = state.openings.given;
    given.push_back(file);
    const auto isNeeded = [&](std::uint32_t number) {
        return number == file.number || number == state.source.given ||
               number == state.openings.earlierSource.given || number == state.pendingSource.given;
    };
    while (given.size() > mostGiven) {
        const auto old = std::ranges::find_if_not(given, isNeeded, &LocalFile::number);
        if (old == given.end()) return;
        effects.emplace_back(ReleaseEffect{old->number});
        given.erase(old);
    }
}

bool isModel(const GiveFile& command) {
    const std::vector<ShareField> choices = parseShare(command.fields).choices;
    return std::ranges::find(choices, "mark", &ShareField::key) != choices.end();
}

/// A model is identified by its mark. Its folder may have any name.
bool awaitsModel(const AppState& state) {
    return state.pendingSource.kind == DataSource::Kind::local &&
           !state.pendingSource.options.mark.empty();
}

}  // namespace

std::uint32_t numberUnder(const AppState& state, const std::string& name) {
    if (sameFile(state.source, name)) return state.source.given;
    if (sameFile(state.openings.earlierSource, name)) return state.openings.earlierSource.given;
    std::uint32_t found = 0;
    bool isRefused = true;
    for (const LocalFile& file : std::views::reverse(state.openings.given)) {
        if (file.name != name || (found != 0 && (!isRefused || file.refused))) continue;
        found = file.number;
        isRefused = file.refused;
    }
    return found;
}

Effects giveFile(AppState& state, const GiveFile& command) {
    Effects effects;
    DataSource source{DataSource::Kind::local, command.name, command.options, command.number};
    // An awaited view assumes that the file is opened with the same options as before.
    const bool isAwaited =
        state.loading.ticket == 0 && !state.reopens &&
        (sameFile(state.pendingSource, command.name) || (isModel(command) && awaitsModel(state)));
    if (isAwaited && source.options == OpenOptions{}) source.options = state.pendingSource.options;
    if (isAwaited && isModel(command)) state.pendingSource = source;
    keepAtHand(state, {command.number, command.name}, effects);
    beginOpening(state, source, effects);
    if (!parseShare(command.fields).fields.empty()) state.pendingFields = command.fields;
    return effects;
}

Effects openStored(AppState& state, const StoredFile& event) {
    const bool isSought =
        state.openings.stage == OpeningStage::lookingFor && event.name == state.pendingSource.text;
    Effects effects;
    if (!isSought) {
        if (event.number != 0) effects.emplace_back(ReleaseEffect{event.number});
        return effects;
    }
    if (event.number != 0) {
        state.pendingSource.given = event.number;
        keepAtHand(state, {event.number, event.name}, effects);
    }
    if (goOn(state, event.number != 0 ? StageEnd::done : StageEnd::failed, effects)) return effects;
    leave(state);
    addMessage(state, Message::Kind::note, event.name,
               {Code::badArgument,
                "",
                "This link points to a file that is not in it."_tr,
                "Open the same file here, or ask for a link with the data."_tr,
                {}});
    return effects;
}

Effects reportNotStored(AppState& state, const FileNotStored& event) {
    if (event.given == 0 || state.source.given != event.given) return {};
    addMessage(state, Message::Kind::note, state.source.text,
               {Code::badArgument,
                "",
                formatText("Reloading this tab will lose this file: {}."_tr, {event.why}),
                "You will need to open the file again."_tr,
                {}});
    return {};
}

bool isAtHand(const AppState& state, const DataSource& source) {
    return std::ranges::find(state.openings.given, source.given, &LocalFile::number) !=
           state.openings.given.end();
}

void markRefused(AppState& state, const DataSource& source) {
    for (LocalFile& file : state.openings.given) {
        if (source.given != 0 && file.number == source.given) file.refused = true;
    }
}

}  // namespace hw
