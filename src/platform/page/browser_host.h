// SPDX-License-Identifier: MIT
// The page's host in a browser: JavaScript (platform/page/host.h).
#pragma once

#include "page/host.h"

namespace hw {

class BrowserHost final : public Host {
public:
    void writeAddress(std::string_view fragment, bool push) override;
    void openSource(const DataSource& source) override;
    void cancelOpening(std::uint32_t ticket) override;
    void showDialog(std::string_view name) override;
    void announce(std::string_view text) override;
    void sendToEngine(std::span<const std::byte> message) override;
    void requestFrame() override;
    void opened(std::uint32_t ticket) override;
    void failed(std::uint32_t ticket, const Problem& problem) override;
    void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                  std::string_view text) override;
};

}  // namespace hw
