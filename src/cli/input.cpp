// SPDX-License-Identifier: MIT
#include "cli/input.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "core/refusal.h"
#include "io/open.h"

namespace hw::cli {
namespace {

Problem cannotRead(std::string remedy) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "input error";
    return {.code = Code::cannotRead,
            .place = {},
            .finding = "The file can't be read: " + reason + ".",
            .remedy = std::move(remedy),
            .byte = {}};
}

struct StreamCloser {
    void operator()(std::FILE* stream) const {
        if (stream != stdin) std::fclose(stream);
    }
};
using Stream = std::unique_ptr<std::FILE, StreamCloser>;

std::optional<std::uint64_t> sizeOf(std::FILE* stream) {
    const bool seeks = std::fseek(stream, 0, SEEK_END) == 0;
    const long size = seeks ? std::ftell(stream) : -1;
    std::rewind(stream);
    if (size < 0) return std::nullopt;
    return static_cast<std::uint64_t>(size);
}

}  // namespace

Result<void> readFile(const std::string& file, const Begin& begin, const Take& take) {
    errno = 0;
    const bool standard = file == "-";
    const Stream stream(standard ? stdin : std::fopen(file.c_str(), "rb"));
    if (!stream) return std::unexpected(cannotRead("Check its name and permissions."));
    const auto size = standard ? std::nullopt : sizeOf(stream.get());
    begin(size);
    // Reads one byte more to find the end, and keeps the buffer small, so that a batch of small files clears little
    // memory.
    constexpr std::uint64_t largest = std::uint64_t{1} << 20;
    std::vector<std::byte> chunk(static_cast<std::size_t>(
        size ? std::clamp(*size + 1, std::uint64_t{4096}, largest) : largest));
    errno = 0;
    while (std::feof(stream.get()) == 0 && std::ferror(stream.get()) == 0) {
        const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), stream.get());
        if (count == 0) break;
        if (auto good = take(std::span(chunk).first(count)); !good) return good;
    }
    if (std::ferror(stream.get()) != 0)
        return std::unexpected(cannotRead("Name a file, not a folder."));
    return {};
}

Result<Document> readDocument(const InputOptions& options) {
    Limits limits;
    limits.memoryBytes = options.memoryBytes;
    Opening opening;
    const std::string name = options.file == "-" ? "standard input" : options.file;
    const auto read = readFile(
        options.file,
        [&](std::optional<std::uint64_t> size) {
            opening.begin(name, size, limits, options.reading);
        },
        [&](std::span<const std::byte> bytes) { return opening.push(bytes); });
    if (!read) return std::unexpected(read.error());
    return opening.finish();
}

Result<const Example*> exampleOf(const Document& document, int index) {
    const auto count = document.examples.size();
    if (std::cmp_less(index, count)) return &document.examples[index];
    return refusal(
        Code::badArgument, "example",
        "There is no example " + numberText(index) + "; the file has " + numberText(count) + ".",
        "Choose one from 0 to " + numberText(count - 1) + ".");
}

}  // namespace hw::cli
