// SPDX-License-Identifier: MIT
// Calls from JavaScript that begin openings and report their results. AppState has their state (page/state/openings.h).
#include <emscripten/emscripten.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/tokens/shown_problem.h"
#include "platform/page/app.h"
#include "platform/page/browser_host.h"
#include "platform/page/exchange.h"
#include "protocol/open_choices.h"

namespace {

/// Processes an event from outside and requests a frame.
void applyEvent(hw::Event event) {
    hw::app().session.run(event);
    hw::app().wake();
    hw::browser::requestFrame();
}

/// The place, finding and remedy of a problem from JavaScript.
hw::Problem problemOf(const std::vector<std::string>& texts, std::size_t first) {
    hw::Problem problem;
    problem.code = hw::Code::cannotRead;
    problem.place = texts[first];
    problem.finding = texts[first + 1];
    problem.remedy = texts[first + 2];
    return hw::shown(std::move(problem));
}

hw::DataSource::Kind kindOf(std::string_view name) {
    return hw::fromName<hw::DataSource::Kind>(name).value_or(hw::DataSource::Kind::none);
}

}  // namespace

extern "C" {

/// Begins with the page's first address. The buffer has its fields, the sample to show if they name no data, and
/// "first" on a first visit.
EMSCRIPTEN_KEEPALIVE void hw_begin(int length) {
    auto texts = hw::incomingTexts(length, 2);
    hw::app().session.run(hw::BeginPage{std::move(texts[0]), std::move(texts[1])});
    hw::app().acted();
}

/// Opens the data of a link. Kind, text and fields are in the buffer. Returns the ticket of the opening, or 0 if there
/// is none.
EMSCRIPTEN_KEEPALIVE unsigned hw_open(int length) {
    const auto texts = hw::incomingTexts(length, 3);
    return hw::app().session.open(hw::OpenSource{{kindOf(texts[0]), texts[1]}, texts[2]});
}

/// Opens a file from the user. JavaScript has its bytes under the number. Name and fields are in the buffer. Returns
/// the ticket of the opening.
EMSCRIPTEN_KEEPALIVE unsigned hw_give(unsigned number, int length) {
    const auto texts = hw::incomingTexts(length, 2);
    return hw::app().session.open(
        hw::GiveFile{number, texts[0], hw::openChoices(texts[1]), texts[1]});
}

/// The result of Host::lookFor: the file's number, or 0 if none is stored. The name is in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_kept(unsigned number, int length) {
    applyEvent(hw::StoredFile{std::string(hw::incoming(length)), number});
}

/// A given file will not survive a reload. The reason is in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_not_held(unsigned number, int length) {
    applyEvent(hw::FileNotStored{number, std::string(hw::incoming(length))});
}

/// 1 while something is being opened or looked for.
EMSCRIPTEN_KEEPALIVE int hw_opening() { return hw::app().session.state().isOpening() ? 1 : 0; }

/// The number of the open file, or 0 if the data have another source.
EMSCRIPTEN_KEEPALIVE unsigned hw_given() { return hw::app().session.state().source.given; }

/// The engine's number of the open document, or 0 if there is none.
EMSCRIPTEN_KEEPALIVE unsigned hw_document() { return hw::app().session.shown().document; }

/// An example that Host::makeExample requested cannot be made. Maker, recipe, place, finding and remedy are in the
/// buffer.
EMSCRIPTEN_KEEPALIVE void hw_not_made(unsigned document, int length) {
    auto texts = hw::incomingTexts(length, 5);
    const hw::Problem problem = problemOf(texts, 2);
    hw::app().session.makeFailed(document, {std::move(texts[0]), std::move(texts[1])}, problem);
}

/// Takes the name of the data from the buffer.
EMSCRIPTEN_KEEPALIVE void hw_opening_named(unsigned ticket, int length) {
    applyEvent(hw::OpeningNamed{ticket, std::string(hw::incoming(length))});
}

/// Progress of the download, in compressed bytes if the data are compressed. Total is 0 if unknown.
EMSCRIPTEN_KEEPALIVE void hw_opening_progressed(unsigned ticket, double bytes, double total) {
    applyEvent(hw::OpeningProgressed{ticket, static_cast<std::uint64_t>(bytes),
                                     static_cast<std::uint64_t>(total)});
}

/// Takes the mark of the model from a disk that is being opened from the buffer.
EMSCRIPTEN_KEEPALIVE void hw_opening_marked(unsigned ticket, int length) {
    applyEvent(hw::OpeningMarked{ticket, std::string(hw::incoming(length))});
}

/// The data could not be read. The buffer has place, finding, remedy, the offer (offeredIn), and its choices, each as a
/// value and a text.
EMSCRIPTEN_KEEPALIVE void hw_opening_failed(unsigned ticket, int length) {
    const auto texts = hw::incomingTexts(length, 4);
    hw::Problem problem = problemOf(texts, 0);
    problem.offer = hw::offeredIn(texts[3]);
    for (std::size_t i = 4; i + 1 < texts.size(); i += 2)
        problem.choices.push_back({texts[i], texts[i + 1], {}});
    applyEvent(hw::OpeningFailed{ticket, std::move(problem)});
}

EMSCRIPTEN_KEEPALIVE void hw_cancel_opening() {
    hw::app().session.run(hw::CancelOpening{});
    hw::app().wake();
}

/// The engine has died. The reason is in the buffer. `last` means that it keeps dying.
EMSCRIPTEN_KEEPALIVE void hw_engine_lost(int last, int length) {
    hw::app().session.engineLost(std::string(hw::incoming(length)), last != 0);
    hw::app().wake();
}

}  // extern "C"
