// SPDX-License-Identifier: MIT
// What the page's program needs from its surroundings: the browser (platform/page), or a test.
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

    /// Sets the fragment of the address; `push` adds a history entry.
    virtual void writeAddress(std::string_view fragment, bool push) = 0;
    /// Starts to fetch and open data; the outcome arrives as events (page/state/command.h), not before the
    /// call that led here has returned. `name`: the name of the data, as far as it is known.
    /// `recipe`: of a model, the example to begin with; may be empty.
    virtual void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
                       const Recipe& recipe) = 0;
    /// An opening is over without success; only its caller is told why.
    virtual void cancel(std::uint32_t ticket, const Problem& why) = 0;
    /// Looks up whether a file of this name is stored; a KeptFile event answers.
    virtual void lookFor(std::string_view name) = 0;
    /// Stores a given file across a reload, replacing the previous one; 0: none.
    virtual void hold(std::uint32_t given) = 0;
    /// The bytes of a given file are no longer needed.
    virtual void release(std::uint32_t given) = 0;
    /// Makes an example (again) that was not read from a file, and sends it to the engine as a MakeExample; or says
    /// Session::notMade, not before this call has returned.
    virtual void makeExample(std::uint32_t document, const Recipe& recipe) = 0;
    virtual void showDialog(std::string_view name) = 0;
    /// Shows a step (zero-based) of a lesson beside the views, or none; `asked`: and applies the step's view.
    virtual void showLesson(std::string_view lesson, int step, bool asked) = 0;
    /// Presentation mode starts or ends.
    virtual void present(bool on) = 0;
    /// Announces text in the page's live region.
    virtual void announce(std::string_view text) = 0;
    /// Sends a message to the engine (protocol/messages.h). The bytes are copied.
    virtual void sendToEngine(std::span<const std::byte> message) = 0;
    /// Called whenever there may be something to draw.
    virtual void requestFrame() = 0;

    // Results of what was requested under a ticket.

    /// A document is open and the state describes it; or a data set's list is (see showDialog()).
    virtual void opened(std::uint32_t ticket, bool isList) = 0;
    /// An opening failed; ticket 0: the engine could not decode a message.
    virtual void failed(std::uint32_t ticket, const Problem& problem) = 0;
    /// An export failed.
    virtual void notExported(std::uint32_t ticket, const Problem& problem) = 0;
    virtual void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                          std::string_view text) = 0;
};

}  // namespace hw
