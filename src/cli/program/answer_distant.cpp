// SPDX-License-Identifier: MIT
#include "cli/program/answer_distant.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "core/refusal.h"
#include "model/distant/distant.h"

namespace hw::cli {
namespace {

std::unexpected<Problem> gone() {
    return refusal(Code::cannotRead, "standard input", "The program that runs the model has ended.",
                   "Only the Python package runs this command. See docs/ask.md.");
}

Result<service::Message> received() {
    constexpr std::uint64_t most = std::uint64_t{1} << 40U;
    std::array<std::uint64_t, 2> sizes{};
    service::Message message;
    if (std::fread(sizes.data(), sizeof(sizes), 1, stdin) != 1 || std::ranges::max(sizes) > most)
        return gone();
    message.json.resize(sizes[0]);
    message.numbers.resize(sizes[1]);
    if (std::fread(message.json.data(), 1, sizes[0], stdin) != sizes[0] ||
        std::fread(message.numbers.data(), sizeof(float), sizes[1], stdin) != sizes[1])
        return gone();
    return message;
}

bool send(const std::string& json) {
    const std::array<std::uint64_t, 2> sizes{json.size(), 0};
    return std::fwrite(sizes.data(), sizeof(sizes), 1, stdout) == 1 &&
           std::fwrite(json.data(), 1, json.size(), stdout) == json.size() &&
           std::fflush(stdout) == 0;
}

}  // namespace

Result<void> answerDistant() {
    auto question = received();
    if (!question) return std::unexpected(std::move(question.error()));
    const std::string last = service::answerDistant(
        std::move(*question), [](const std::string& request) -> Result<service::Message> {
            if (!send(request)) return gone();
            return received();
        });
    if (!send(last)) return gone();
    return {};
}

}  // namespace hw::cli
