// SPDX-License-Identifier: MIT
// The page's host in a browser: JavaScript (platform/page/host.h).
#pragma once

#include "page/host.h"

namespace hw {

class BrowserHost final : public Host {
public:
    void writeAddress(std::string_view fragment, bool push) override;
    void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
               const Recipe& recipe) override;
    void cancel(std::uint32_t ticket, const Problem& why) override;
    void lookFor(std::string_view name) override;
    void hold(std::uint32_t given) override;
    void release(std::uint32_t given) override;
    void makeExample(std::uint32_t document, const Recipe& recipe) override;
    void showDialog(std::string_view name) override;
    void showLesson(std::string_view lesson, int step, bool asked) override;
    void present(bool on) override;
    void announce(std::string_view text) override;
    void sendToEngine(std::span<const std::byte> message) override;
    void requestFrame() override;
    void opened(std::uint32_t ticket, bool isList) override;
    void failed(std::uint32_t ticket, const Problem& problem) override;
    void notExported(std::uint32_t ticket, const Problem& problem) override;
    void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                  std::string_view text) override;
};

}  // namespace hw
