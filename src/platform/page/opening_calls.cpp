// SPDX-License-Identifier: MIT
// What JavaScript tells of openings: what is wanted, and what has come of it. What is known of them stands in AppState
// (page/state/openings.h).
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

/// Something happened by itself: a frame is due, whoever draws it next.
void takeIn(hw::Event event) {
    hw::app().session.run(event);
    hw::app().wake();
    hw::browser::requestFrame();
}

/// Place, finding and remedy as JavaScript gives them.
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

/// Begins with the page's first address: its fields, the sample to show where they name no data, and "first"
/// on a first visit, in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_begin(int length) {
    auto texts = hw::incomingTexts(length, 2);
    hw::app().session.run(hw::BeginPage{std::move(texts[0]), std::move(texts[1])});
    hw::app().acted();
}

/// Opens what a link names: kind, text and fields in the buffer. The ticket of the opening, 0: there is none.
EMSCRIPTEN_KEEPALIVE unsigned hw_open(int length) {
    const auto texts = hw::incomingTexts(length, 3);
    return hw::app().session.open(hw::OpenSource{{kindOf(texts[0]), texts[1]}, texts[2]});
}

/// Opens a file that was given by hand, whose bytes JavaScript has under the number; name and fields in the buffer.
/// The ticket of the opening.
EMSCRIPTEN_KEEPALIVE unsigned hw_give(unsigned number, int length) {
    const auto texts = hw::incomingTexts(length, 2);
    return hw::app().session.open(
        hw::GiveFile{number, texts[0], hw::openChoices(texts[1]), texts[1]});
}

/// What came of Host::lookFor, the name in the buffer: the number of the file, 0 if none is kept.
EMSCRIPTEN_KEEPALIVE void hw_kept(unsigned number, int length) {
    takeIn(hw::KeptFile{std::string(hw::incoming(length)), number});
}

/// A given file will not survive a reload; why stands in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_not_held(unsigned number, int length) {
    takeIn(hw::NotHeld{number, std::string(hw::incoming(length))});
}

/// 1 while something is being opened or looked for.
EMSCRIPTEN_KEEPALIVE int hw_opening() { return hw::app().session.state().isOpening() ? 1 : 0; }

/// The number of the given file that is open, 0: what is open came from elsewhere.
EMSCRIPTEN_KEEPALIVE unsigned hw_given() { return hw::app().session.state().source.given; }

/// The engine's number of the open document, 0: there is none.
EMSCRIPTEN_KEEPALIVE unsigned hw_document() { return hw::app().session.shown().document; }

/// An example that Host::makeExample asked for cannot be made: maker, recipe, place, finding and remedy in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_not_made(unsigned document, int length) {
    auto texts = hw::incomingTexts(length, 5);
    const hw::Problem problem = problemOf(texts, 2);
    hw::app().session.notMade(document, {std::move(texts[0]), std::move(texts[1])}, problem);
}

/// What the data are called stands in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_opening_named(unsigned ticket, int length) {
    takeIn(hw::OpeningNamed{ticket, std::string(hw::incoming(length))});
}

/// How far the fetching is; compressed bytes when the data is compressed. Total 0: not known.
EMSCRIPTEN_KEEPALIVE void hw_opening_progressed(unsigned ticket, double bytes, double total) {
    takeIn(hw::OpeningProgressed{ticket, static_cast<std::uint64_t>(bytes),
                                 static_cast<std::uint64_t>(total)});
}

/// What identifies the model from a disk that is being opened stands in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_opening_marked(unsigned ticket, int length) {
    takeIn(hw::OpeningMarked{ticket, std::string(hw::incoming(length))});
}

/// The data could not be had: place, finding, remedy, what is offered (offeredIn), and its choices, each a value and a text, in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_opening_failed(unsigned ticket, int length) {
    const auto texts = hw::incomingTexts(length, 4);
    hw::Problem problem = problemOf(texts, 0);
    problem.offer = hw::offeredIn(texts[3]);
    for (std::size_t i = 4; i + 1 < texts.size(); i += 2)
        problem.choices.push_back({texts[i], texts[i + 1], {}});
    takeIn(hw::OpeningFailed{ticket, std::move(problem)});
}

EMSCRIPTEN_KEEPALIVE void hw_cancel_opening() {
    hw::app().session.run(hw::CancelOpening{});
    hw::app().wake();
}

/// The engine has ended, why stands in the buffer. `last`: it does so again and again.
EMSCRIPTEN_KEEPALIVE void hw_engine_lost(int last, int length) {
    hw::app().session.engineLost(std::string(hw::incoming(length)), last != 0);
    hw::app().wake();
}

}  // extern "C"
