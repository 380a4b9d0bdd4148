// SPDX-License-Identifier: MIT
#include "cli/figure/windowless.h"

#include <algorithm>
#include <utility>

#include "core/refusal.h"
#include "page/rules/compared_views.h"
#include "panels/figures.h"
#include "protocol/open_choices.h"

namespace hw::cli {
namespace {

/// The message of update() about a link that does not fit (session/update/shown_fields.cpp), from message `first` on.
std::optional<Problem> leftOutSince(const AppState& state, int first) {
    for (const Message& message : state.messages) {
        const bool isLink = message.kind == Message::Kind::note && message.problem.place == "link";
        if (message.id < first || (!isLink && message.kind != Message::Kind::error)) continue;
        Problem problem = message.problem;
        problem.place.clear();
        if (isLink) problem.remedy = "See the file's contents with headwaters info.";
        return problem;
    }
    return std::nullopt;
}

}  // namespace

void Windowless::fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
                       const Recipe&) {
    const bool isAddress = source.kind == DataSource::Kind::url;
    begin_ = {ticket, 0, memoryBytes_, isAddress ? begin_.name : std::string(name),
              openChoicesText(source.options)};
}

void Windowless::makeExample(std::uint32_t document, const Recipe& recipe, bool, bool) {
    session_.makeFailed(document, recipe,
                        {Code::badArgument, "", "The command line can’t compute this example."_tr,
                         "Ask for a link with the data."_tr, std::nullopt});
}

void Windowless::sendToEngine(std::span<const std::byte> message) {
    sent_.emplace_back(message.begin(), message.end());
}

void Windowless::failed(std::uint32_t, const Problem& problem) { problem_ = problem; }

void Windowless::pump() {
    const Sink sink = [this](std::span<const std::byte> bytes) { session_.engineMessage(bytes); };
    bool isBusy = true;
    while (isBusy || !sent_.empty()) {
        for (const std::vector<std::byte>& message : std::exchange(sent_, {}))
            engine_.message(message, sink);
        isBusy = engine_.work(sink);
    }
}

Result<void> Windowless::open(const hw::Command& command, const Feed& feed,
                              const std::string& name) {
    // Without motion, the figure starts at its layer.
    session_.run(Event{SurroundingsChanged{{.reducedMotion = true}}});
    begin_.name = name;
    const std::uint32_t ticket = session_.open(command);
    const auto send = [this](const wire::ToEngine& message) {
        sendToEngine(wire::encode(message));
        pump();
    };
    send(begin_);
    const auto whole = [&]() -> Result<void> {
        if (problem_) return std::unexpected(*problem_);
        return {};
    };
    const auto read = feed([&](std::span<const std::byte> bytes) {
        send(wire::OpenChunk{ticket, bytes});
        return whole();
    });
    if (!read) return read;
    send(wire::OpenEnd{ticket});
    return whole();
}

Result<void> Windowless::run(const hw::Command& command) {
    const int first = state().nextMessageId;
    session_.run(command);
    pump();
    if (auto problem = leftOutSince(state(), first)) return std::unexpected(std::move(*problem));
    return {};
}

Result<void> Windowless::prepare(std::string_view figure) {
    if (!unknownExamples(state()).empty()) {
        session_.ask();
        pump();
    }
    for (;;) {
        const auto prepared =
            session_.prepare(figure::figureQueries(state(), session_.results(), figure));
        if (prepared == Session::Readiness::ready) return {};
        if (prepared == Session::Readiness::impossible) {
            return refusal(Code::tooLarge, {}, "The figure's numbers exceed the memory limit.",
                           "Merge tokens with --words, or choose another --view.");
        }
        pump();
    }
}

}  // namespace hw::cli
