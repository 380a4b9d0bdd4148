// SPDX-License-Identifier: MIT
// The surroundings of the page's program: the browser (platform/page), the command line, or a test. A function that
// some of them lack has an empty body.
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
    virtual void writeAddress(std::string_view /*fragment*/, bool /*push*/) {}
    /// Starts to fetch and open data. The outcome arrives as events (page/state/command.h), never before the calling
    /// command has returned. `name` is the best known name of the data. `recipe` is the first example of a model; may
    /// be empty.
    virtual void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
                       const Recipe& recipe) = 0;
    /// An opening has ended without success. Only its caller learns why.
    virtual void cancel(std::uint32_t /*ticket*/, const Problem& /*why*/) {}
    /// Looks up whether a file of this name is stored. A StoredFile event answers.
    virtual void lookFor(std::string_view /*name*/) {}
    /// Stores a given file across a reload, replacing the previous one. 0 stores none.
    virtual void hold(std::uint32_t /*given*/) {}
    /// The bytes of a given file are no longer needed.
    virtual void release(std::uint32_t /*given*/) {}
    /// Makes an example (again) that no file contains, and sends it to the engine as a MakeExample with these two
    /// members. On failure it calls Session::makeFailed, but not before this call has returned. A new example to be shown
    /// cancels the previous one.
    virtual void makeExample(std::uint32_t document, const Recipe& recipe, bool isShown,
                             bool isSettled) = 0;
    virtual void showDialog(std::string_view /*name*/) {}
    /// Shows a step (zero-based) of a lesson next to the views, or none. `asked` also applies the step's view.
    virtual void showLesson(std::string_view /*lesson*/, int /*step*/, bool /*asked*/) {}
    /// Presentation mode starts or ends.
    virtual void present(bool /*on*/) {}
    /// Announces text in the page's live region.
    virtual void announce(std::string_view /*text*/) {}
    /// Sends a message to the engine (protocol/messages.h). The bytes are copied.
    virtual void sendToEngine(std::span<const std::byte> message) = 0;
    /// Called whenever there may be something to draw.
    virtual void requestFrame() {}

    // Results of requests under a ticket.

    /// A document is open and described by the state, or a data set's list is shown (see showDialog()).
    virtual void opened(std::uint32_t /*ticket*/, bool /*isList*/) {}
    /// An opening failed. With ticket 0, the engine could not decode a message.
    virtual void failed(std::uint32_t ticket, const Problem& problem) = 0;
    /// An export failed.
    virtual void notExported(std::uint32_t /*ticket*/, const Problem& /*problem*/) {}
    virtual void exported(std::uint32_t /*ticket*/, std::string_view /*name*/,
                          std::string_view /*mediaType*/, std::string_view /*text*/) {}
};

}  // namespace hw
