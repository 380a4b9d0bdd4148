// SPDX-License-Identifier: MIT
#include "platform/page/browser_host.h"

#include "platform/page/host.h"

namespace hw {

void BrowserHost::writeAddress(std::string_view fragment, bool push) {
    host::writeAddress(fragment, push);
}
void BrowserHost::fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
                        const Recipe& recipe) {
    host::fetch(ticket, source, name, recipe);
}
void BrowserHost::cancel(std::uint32_t ticket, const Problem& why) { host::cancel(ticket, why); }
void BrowserHost::lookFor(std::string_view name) { host::lookFor(name); }
void BrowserHost::hold(std::uint32_t given) { host::hold(given); }
void BrowserHost::release(std::uint32_t given) { host::release(given); }
void BrowserHost::makeExample(std::uint32_t document, const Recipe& recipe) {
    host::makeExample(document, recipe);
}
void BrowserHost::showDialog(std::string_view name) { host::showDialog(name); }
void BrowserHost::showLesson(std::string_view lesson, int step, bool asked) {
    host::showLesson(lesson, step, asked);
}
void BrowserHost::present(bool on) { host::present(on); }
void BrowserHost::announce(std::string_view text) { host::announce(text); }
void BrowserHost::sendToEngine(std::span<const std::byte> message) { host::sendToEngine(message); }
void BrowserHost::requestFrame() { host::requestFrame(); }
void BrowserHost::opened(std::uint32_t ticket, bool isList) { host::opened(ticket, isList); }
void BrowserHost::failed(std::uint32_t ticket, const Problem& problem) {
    host::failed(ticket, problem);
}
void BrowserHost::notExported(std::uint32_t ticket, const Problem& problem) {
    host::notExported(ticket, problem);
}
void BrowserHost::exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                           std::string_view text) {
    host::exported(ticket, name, mediaType, text);
}

}  // namespace hw
