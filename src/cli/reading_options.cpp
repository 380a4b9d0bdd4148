// SPDX-License-Identifier: MIT
#include "cli/reading_options.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/setting_options.h"
#include "io/meaning/token_list.h"
#include "io/tree/axes.h"
#include "io/tree/reading_switches.h"

namespace hw::cli {
namespace {

/// More bytes than the tokens of the longest text need.
constexpr std::size_t longestTokens = std::size_t{1} << 26;

struct FileCloser {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};

/// A file's text, or the value itself if there is no such file. Error: badArgument if the file cannot be read.
Result<std::string> textOf(InputOptions& options, std::string_view name, std::string_view value) {
    std::string text(value);
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(text.c_str(), "rb"));
    const auto unreadable = [&] {
        return badValue(name, value,
                        "The file can't be read. Name another, or give the tokens themselves.");
    };
    if (file == nullptr && errno == EACCES) return unreadable();
    if (file == nullptr) return text;
    options.namedFiles.push_back(text);
    text.clear();
    std::array<char, 4096> piece;
    while (std::feof(file.get()) == 0 && std::ferror(file.get()) == 0) {
        text.append(piece.data(), std::fread(piece.data(), 1, piece.size(), file.get()));
        if (text.size() > longestTokens)
            return badValue(name, value, "This file is too long for a list of tokens.");
    }
    if (std::ferror(file.get()) != 0) return unreadable();
    return text;
}

}  // namespace

std::string switchesFor(Offer offer) {
    std::string text;
    for (const ReadingSwitch& each : readingSwitches) {
        if (each.offer == offer) text += (text.empty() ? "" : ", ") + std::string(each.option);
    }
    return text;
}

Result<void> applyReadingSwitch(InputOptions& options, std::string_view name, std::string_view) {
    for (const ReadingSwitch& each : readingSwitches)
        if (each.option == name) options.reading.*each.member = true;
    return {};
}

Result<void> applyReading(InputOptions& options, std::string_view name, std::string_view value) {
    if (name == "--tokens" || name == "--decoder-tokens") {
        auto& tokens = name == "--tokens" ? options.reading.tokens : options.reading.decoderTokens;
        const auto text = textOf(options, name, value);
        if (!text) return std::unexpected(text.error());
        tokens = io::tokenList(*text);
        if (tokens.empty())
            return badValue(name, value, "Give a file or text with at least one token.");
        return {};
    }
    if (name == "--axes") {
        if (!axesFrom(value)) {
            return badValue(name, value,
                            "Name the axes before rows and columns, such as inputs,layers,heads. "
                            "Known axes are inputs, steps, layers, streams and heads.");
        }
        options.reading.axes = value;
        return {};
    }
    if (name == "--layers-from") {
        if (value.empty())
            return badValue(name, value, "Give the name of the arrays, with * for their numbers.");
        options.reading.layersFrom = value;
        return {};
    }
    const auto bytes = byteCount(value);
    if (!bytes) return badValue(name, value, std::string(rangeOf(name).remedy));
    options.memoryBytes = *bytes;
    options.isMemoryGiven = true;
    return {};
}

}  // namespace hw::cli
