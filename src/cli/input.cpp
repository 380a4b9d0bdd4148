// SPDX-License-Identifier: MIT
#include "cli/input.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/number_text.h"
#include "io/open.h"

namespace hw::cli {
namespace {

Problem cannotRead(std::string remedy) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "input error";
    return {.code = Code::cannotRead,
            .place = {},
            .finding = "The file cannot be read: " + reason + ".",
            .remedy = std::move(remedy),
            .byte = {}};
}

struct Closer {
    void operator()(std::FILE* stream) const {
        if (stream != stdin) std::fclose(stream);
    }
};
using Stream = std::unique_ptr<std::FILE, Closer>;

std::optional<std::uint64_t> sizeOf(std::FILE* stream) {
    if (std::fseek(stream, 0, SEEK_END) != 0) return std::nullopt;
    const long size = std::ftell(stream);
    std::rewind(stream);
    if (size < 0) return std::nullopt;
    return static_cast<std::uint64_t>(size);
}

}  // namespace

Result<Document> readDocument(const Options& options) {
    const std::string& file = options.file;
    errno = 0;
    const bool standard = file == "-";
    const Stream stream(standard ? stdin : std::fopen(file.c_str(), "rb"));
    if (!stream) return std::unexpected(cannotRead("Check the name."));
    Limits limits;
    limits.memoryBytes = options.memoryBytes;
    Opening opening;
    opening.begin(standard ? "standard input" : file,
                  standard ? std::nullopt : sizeOf(stream.get()), limits, options.reading);
    std::vector<std::byte> chunk(std::size_t{1} << 20);
    errno = 0;
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), stream.get())) {
        if (auto good = opening.push(std::span(chunk).first(count)); !good)
            return std::unexpected(good.error());
    }
    if (std::ferror(stream.get()) != 0)
        return std::unexpected(cannotRead("Name a file, not a folder."));
    return opening.finish();
}

Result<const Example*> exampleOf(const Document& document, int index) {
    const auto count = document.examples.size();
    if (static_cast<std::size_t>(index) < count) return &document.examples[index];
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = "example",
                                   .finding = "There is no example " + numberText(index) +
                                              "; the file has " + numberText(count) + ".",
                                   .remedy = "Choose one from 0 to " + numberText(count - 1) + ".",
                                   .byte = {}});
}

bool print(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    return std::fflush(stdout) == 0 && written;
}

}  // namespace hw::cli
