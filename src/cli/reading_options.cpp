// SPDX-License-Identifier: MIT
#include "cli/reading_options.h"

#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "cli/number_options.h"
#include "cli/setting_options.h"
#include "io/meaning/token_list.h"

namespace hw::cli {
namespace {

constexpr std::array<std::pair<std::string_view, bool OpenOptions::*>, 3> switches{
    {{"--normalise-rows", &OpenOptions::normaliseRows},
     {"--average-heads", &OpenOptions::averageHeads},
     {"--half", &OpenOptions::halfWeights}}};

/// "2GB", "500MB", "800000" in bytes; powers of 1000, as the messages use them.
std::optional<std::uint64_t> byteCount(std::string_view text) {
    std::uint64_t unit = 1;
    for (const auto& [name, size] :
         {std::pair{"KB", 1000ULL}, {"MB", 1000'000ULL}, {"GB", 1000'000'000ULL}}) {
        if (!text.ends_with(name)) continue;
        unit = size;
        text.remove_suffix(2);
    }
    const auto number = decimalNumber(text);
    if (!number || !(*number > 0) || *number > 1e15) return std::nullopt;
    return static_cast<std::uint64_t>(*number * static_cast<double>(unit));
}

/// A file's text, or the value itself if there is no such file.
std::string textOf(std::string_view value) {
    std::ifstream file{std::string(value), std::ios::binary};
    if (!file) return std::string(value);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

bool isReadingSwitch(std::string_view name) {
    for (const auto& [known, member] : switches) {
        if (known == name) return true;
    }
    return false;
}

void applyReadingSwitch(Options& options, std::string_view name) {
    for (const auto& [known, member] : switches) {
        if (known == name) options.reading.*member = true;
    }
}

Result<bool> applyReading(Options& options, std::string_view name, std::string_view value) {
    if (name == "--tokens" || name == "--decoder-tokens") {
        auto& tokens = name == "--tokens" ? options.reading.tokens : options.reading.decoderTokens;
        tokens = io::tokenList(textOf(value));
        if (tokens.empty())
            return badValue(name, value, "Give a file or a text with one token or more.");
        return true;
    }
    if (name != "--memory") return false;
    const auto bytes = byteCount(value);
    if (!bytes) return badValue(name, value, "Use a number of bytes, such as 500MB or 2GB.");
    options.memoryBytes = *bytes;
    return true;
}

}  // namespace hw::cli
