// SPDX-License-Identifier: MIT
// What the page's program asks of whatever shows it: the browser (platform/page), or a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/problem.h"
#include "page/state/app_state.h"

namespace hw {

class Host {
public:
    virtual ~Host() = default;

    /// Writes the fragment of the address; `push` makes a step for "back".
    virtual void writeAddress(std::string_view fragment, bool push) = 0;
    /// Begins to fetch and open; what comes of it is told as events (page/state/command.h) once the call that led
    /// here has returned. `name`: what the data are called, as far as it is known.
    virtual void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name) = 0;
    /// An opening is over; whoever waits for it is told why, and nobody else.
    virtual void cancel(std::uint32_t ticket, const Problem& why) = 0;
    /// Looks whether a file of this name is kept; a KeptFile event answers.
    virtual void lookFor(std::string_view name) = 0;
    /// Keeps a given file over a reload, in place of the one before; 0: none.
    virtual void hold(std::uint32_t given) = 0;
    /// The bytes of a given file are not needed any more.
    virtual void release(std::uint32_t given) = 0;
    virtual void showDialog(std::string_view name) = 0;
    /// Shows a step (zero-based) of a lesson beside the views, or none; `asked`: and gives the views what the step says.
    virtual void showLesson(std::string_view lesson, int step, bool asked) = 0;
    /// The views are projected, or not any more.
    virtual void present(bool on) = 0;
    /// Says something in the page's live region.
    virtual void announce(std::string_view text) = 0;
    /// A message for the engine (protocol/messages.h). The bytes are copied.
    virtual void sendToEngine(std::span<const std::byte> message) = 0;
    /// Called whenever there may be something to draw again.
    virtual void requestFrame() = 0;

    // Answers to what was asked under a ticket.

    /// A document is open and the state stands at it; or the list of a data set is, which showDialog() was told of.
    virtual void opened(std::uint32_t ticket, bool isList) = 0;
    /// An opening failed; ticket 0: the engine could not read a message.
    virtual void failed(std::uint32_t ticket, const Problem& problem) = 0;
    /// An export failed.
    virtual void notExported(std::uint32_t ticket, const Problem& problem) = 0;
    virtual void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                          std::string_view text) = 0;
};

}  // namespace hw
