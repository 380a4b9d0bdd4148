// SPDX-License-Identifier: MIT
// Bytes and text between JavaScript and the session: engine messages, link fields, the mirror and the API's questions.
#include <emscripten/emscripten.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/program_name.h"
#include "page/address/address.h"
#include "page/address/api_fields.h"
#include "page/rules/fit_view.h"
#include "panels/about.h"
#include "panels/figures.h"
#include "panels/page_mirror.h"
#include "panels/page_model.h"
#include "platform/page/app.h"
#include "platform/page/exchange.h"
#include "protocol/field_text.h"
#include "session/actions/actions.h"
#include "session/api_state.h"
#include "view/text/text.h"

namespace hw {
namespace {

/// The present example's picture as decoded by the browser, in RGB on white. Empty if it cannot be decoded.
PicturePoints pointsOf(const Picture& picture) {
    PicturePoints points{picture.width, picture.height, {}};
    points.rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t at = 0; at + 3 < picture.rgba.size(); at += 4) {
        const int alpha = picture.rgba[at + 3];
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const int over = picture.rgba[at + channel] * alpha + 255 * (255 - alpha);
            points.rgb += static_cast<char>(over / 255);
        }
    }
    return points;
}

/// Makes the requested links, once their picture is decoded.
void makeLinks(PageApp& page) {
    if (page.links.empty()) return;
    const auto& document = page.session.state().document;
    PicturePoints points;
    if (document && document->current.image) {
        const Picture& picture = page.pictures.picture(document->current.image->dataUrl);
        if (picture.state == Picture::State::waiting) return;
        points = pointsOf(picture);
    }
    for (const PageApp::PendingLink& link : std::exchange(page.links, {}))
        page.session.makeLink(link.ticket, link.heads, link.of, points);
}

}  // namespace
}  // namespace hw

extern "C" {

/// Returns space for `length` incoming bytes, valid until the next call of any function here.
EMSCRIPTEN_KEEPALIVE void* hw_buffer(int length) {
    hw::app().inbox.resize(length);
    return hw::app().inbox.data();
}

/// Takes a message of the engine from the buffer. 1 if a frame is due.
EMSCRIPTEN_KEEPALIVE int hw_engine_message(int length) {
    hw::PageApp& page = hw::app();
    const bool due =
        page.session.engineMessage(hw::incomingBytes(length), emscripten_get_now() / 1000);
    if (!due) return 0;
    page.acted();  // a new example's questions and picture do not wait for a frame
    if (const auto& document = page.session.state().document; document && document->current.image)
        page.pictures.comes(document->current.image->dataUrl);
    return 1;
}

/// Takes the pixels (RGBA) of a requested picture from the buffer. Empty if it cannot be decoded.
EMSCRIPTEN_KEEPALIVE void hw_picture(int number, int width, int height, int length) {
    hw::PageApp& page = hw::app();
    page.pictures.decoded(number, width, height, hw::incomingBytes(length));
    hw::makeLinks(page);
    page.wake();
}

/// 1 while answers that the views need are outstanding.
EMSCRIPTEN_KEEPALIVE int hw_waiting() { return hw::app().session.isWaiting() ? 1 : 0; }

/// Applies `key=value` fields as in the address, from the buffer. `settled` is 0 during the drag of a slider.
EMSCRIPTEN_KEEPALIVE void hw_apply(int length, int fromHistory, int settled) {
    hw::app().session.run(
        hw::ApplyFields{std::string(hw::incoming(length)), fromHistory != 0, settled != 0});
    hw::app().acted();
}

/// Sets the state from a program. The buffer has members of the API's state alternating with their values.
EMSCRIPTEN_KEEPALIVE void hw_set_state(int length) {
    hw::app().session.run(hw::ApplyFields{hw::fieldsFromApi(hw::incomingTexts(length))});
    hw::app().acted();
}

/// The host has read the view's lesson. The buffer has its id, and the cover of each step.
EMSCRIPTEN_KEEPALIVE void hw_lesson_read(int steps, int length) {
    const std::vector<std::string> texts = hw::incomingTexts(length);
    hw::LessonRead read{texts.empty() ? std::string() : texts.front(), steps};
    for (std::size_t i = 1; i < texts.size(); ++i)
        read.covers.push_back(hw::fromName<hw::Cover>(texts[i]).value_or(hw::Cover::none));
    hw::app().session.run(hw::Event{std::move(read)});
}

/// The user has answered the question of the lesson's step, counted from 0.
EMSCRIPTEN_KEEPALIVE void hw_lesson_answered(int step) {
    hw::app().session.run(hw::Event{hw::LessonAnswered{step}});
}

/// The state as the fields of a link.
EMSCRIPTEN_KEEPALIVE const char* hw_fields() {
    return hw::outgoing(hw::writeShare(hw::app().session.state()));
}

/// The state as JSON for window.headwaters.
EMSCRIPTEN_KEEPALIVE const char* hw_state() {
    return hw::outgoing(hw::apiStateJson(hw::app().session.state()));
}

/// The examples of the open file as JSON: "titles", "texts" and "ids".
EMSCRIPTEN_KEEPALIVE const char* hw_examples() {
    return hw::outgoing(hw::examplesJson(hw::app().session.state()));
}

/// The view models as JSON for the DOM mirror.
EMSCRIPTEN_KEEPALIVE const char* hw_mirror() {
    hw::PageApp& page = hw::app();
    const hw::PageModel model = hw::pageModel(page.session.state(), page.session.results());
    return hw::outgoing(hw::mirrorJson(model, page.session.state()));
}

/// All named actions, as JSON.
EMSCRIPTEN_KEEPALIVE const char* hw_actions() {
    return hw::outgoing(hw::actionsJson(hw::app().session.state()));
}

/// Carries out the action whose id is in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_act(int length) {
    hw::Session& session = hw::app().session;
    for (const hw::Command& command :
         hw::commandsForAction(session.state(), hw::incoming(length))) {
        session.run(command);
    }
    hw::app().acted();
}

/// The figures that the open document has, as JSON.
EMSCRIPTEN_KEEPALIVE const char* hw_figures() {
    return hw::outgoing(hw::figure::figuresJson(hw::app().session.state()));
}

/// "What am I looking at?" for the view whose name is in the buffer, as JSON.
EMSCRIPTEN_KEEPALIVE const char* hw_about(int length) {
    hw::Session& session = hw::app().session;
    const auto panel = hw::fromName<hw::Panel>(hw::incoming(length)).value_or(hw::Panel::overview);
    return hw::outgoing(hw::aboutJson(hw::aboutModel(session.state(), session.results(), panel)));
}

EMSCRIPTEN_KEEPALIVE void hw_step(int by) {
    hw::Session& session = hw::app().session;
    const int most = session.state().layerCount();  // programs may pass any number of steps
    session.run(hw::SetLayer{session.state().view.layer + std::clamp(by, -most, most)});
    hw::app().acted();
}
EMSCRIPTEN_KEEPALIVE void hw_toggle_play() {
    hw::app().session.run(hw::TogglePlay{});
    hw::app().wake();
}
EMSCRIPTEN_KEEPALIVE void hw_dismiss(int message) {
    hw::app().session.run(hw::DismissMessage{message});
    hw::app().wake();
}
/// Carries out a message's action, by its index.
EMSCRIPTEN_KEEPALIVE void hw_take_action(int message, int action) {
    hw::app().session.run(hw::ApplyMessageAction{message, action});
    hw::app().wake();
}

/// A ticket for an export.
EMSCRIPTEN_KEEPALIVE unsigned hw_ticket() { return hw::app().session.takeTicket(); }

/// Asks for the numbers of a method, as text. Method and format are in the buffer. Host::exported or Host::notExported
/// answers with the ticket. `layer` -1 asks for the chosen outputs over all layers, else for the whole matrix after it.
/// Returns 0, and nothing answers, without a document or for an unknown method or layer.
EMSCRIPTEN_KEEPALIVE int hw_export(unsigned ticket, int layer, int length) {
    hw::Session& session = hw::app().session;
    const auto texts = hw::incomingTexts(length, 2);
    const auto method = hw::fromName<hw::Method>(texts[0]);
    const hw::AppState& state = session.state();
    if (!state.document || !method || layer >= state.layerCount()) return 0;
    session.exportNumbers(
        ticket,
        layer < 0 ? hw::profileQuery(state, *method) : hw::matrixQuery(state, *method, layer),
        texts[1]);
    return 1;
}

/// Asks for the explanation of a number of the method in the buffer, as JSON (io/write/explanation_text.h), with layer
/// and tokens from 0. Host::exported or Host::notExported answers with the ticket. Returns 0, and nothing answers, as
/// for hw_export.
EMSCRIPTEN_KEEPALIVE int hw_explain(unsigned ticket, int layer, int query, int key, int length) {
    hw::Session& session = hw::app().session;
    const auto texts = hw::incomingTexts(length, 1);
    const auto method = hw::fromName<hw::Method>(texts[0]);
    const hw::AppState& state = session.state();
    if (!state.document || !method) return 0;
    hw::Query asked =
        hw::questionWith(state, hw::Query::What::explanation, *method, state.view.settings);
    asked.place.layer = layer;
    asked.place.query = query;
    asked.place.key = key;
    session.exportNumbers(ticket, std::move(asked), "json");
    return 1;
}

/// Asks for a link that contains the data, with every head or fused. Host::exported or Host::notExported answers with
/// the ticket. Returns 0, and nothing answers, without a document.
EMSCRIPTEN_KEEPALIVE int hw_link(unsigned ticket, int heads) {
    hw::PageApp& page = hw::app();
    if (!page.session.state().document) return 0;
    page.links.push_back({ticket, heads != 0, page.session.shown()});
    hw::makeLinks(page);
    return 1;
}

/// The citation for a paper, as JSON, for the program's address and the date in the buffer.
EMSCRIPTEN_KEEPALIVE const char* hw_citation(int length) {
    const auto texts = hw::incomingTexts(length, 2);
    return hw::outgoing(hw::citationJson(hw::app().session.state(), texts[0], texts[1]));
}

/// The program's name and version, for the files that it writes.
EMSCRIPTEN_KEEPALIVE const char* hw_program() {
    return hw::outgoing(std::string(hw::programName()));
}

/// Asks for the first piece of a saved analysis if the page's address and the time are in the buffer, or for the next
/// piece if it is empty. Host::exported or Host::failed answers with the ticket. Returns 0, and nothing answers,
/// without a document.
EMSCRIPTEN_KEEPALIVE int hw_save(unsigned ticket, int length) {
    hw::Session& session = hw::app().session;
    if (!session.state().document) return 0;
    const auto texts = hw::incomingTexts(length);
    if (texts.size() < 2)
        session.saveOn(ticket);
    else
        session.save(ticket, {std::string(hw::programName()), texts[0], texts[1], {}});
    return 1;
}

/// A figure of the present view, as SVG (format "svg") or its numbers (format "json"; panels/figures.h lists the
/// kinds). The buffer has kind and format, and optionally a layer (zero-based) and a form (readForm of
/// panels/figures.h).
/// Empty text means to ask again when more answers have arrived. Null means that the document has no such figure or
/// layer, or that the answers exceed the memory together.
EMSCRIPTEN_KEEPALIVE const char* hw_figure(int length) {
    hw::Session& session = hw::app().session;
    const auto texts = hw::incomingTexts(length, 4);
    const std::string& name = texts[0];
    if (!hw::figure::hasFigure(session.state(), name)) return nullptr;
    hw::AppState state = session.state();
    if (!texts[2].empty()) {
        state.view.layer = hw::readInt(texts[2]).value_or(-1);
        hw::AppState fitting = state;
        hw::fitView(fitting);
        if (fitting.view.layer != state.view.layer) return nullptr;
    }
    const auto prepared =
        session.prepare(hw::figure::figureQueries(state, session.results(), name));
    if (prepared == hw::Session::Readiness::impossible) return nullptr;
    if (prepared == hw::Session::Readiness::waiting) return hw::outgoing("");
    if (texts[1] != "svg") {
        auto numbers = hw::figure::figureNumbers(state, session.results(), name);
        return numbers ? hw::outgoing(std::move(*numbers)) : nullptr;
    }
    const auto width = [](std::string_view part, float size, bool strong) {
        return hw::textSize(strong ? hw::fonts().semibold : hw::fonts().text, size, part).x;
    };
    return hw::outgoing(hw::figure::figureSvg(state, session.results(), name, width,
                                              hw::figure::readForm(texts[3])));
}

}  // extern "C"
