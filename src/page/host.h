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
    /// Begins to fetch and open; what comes of it is told as events (page/state/command.h). Of kind `local`:
    /// data that were given in this tab.
    virtual void openSource(const DataSource& source) = 0;
    virtual void cancelOpening(std::uint32_t ticket) = 0;
    virtual void showDialog(std::string_view name) = 0;
    /// Says something in the page's live region.
    virtual void announce(std::string_view text) = 0;
    /// A message for the engine (protocol/messages.h). The bytes are copied.
    virtual void sendToEngine(std::span<const std::byte> message) = 0;
    /// Called whenever there may be something to draw again.
    virtual void requestFrame() = 0;

    // Answers to what was asked under a ticket.

    /// A document is open and the state stands at it.
    virtual void opened(std::uint32_t ticket) = 0;
    /// An opening or an export came to nothing.
    virtual void failed(std::uint32_t ticket, const Problem& problem) = 0;
    virtual void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                          std::string_view text) = 0;
};

}  // namespace hw
