// SPDX-License-Identifier: MIT
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>

#include "cli/batch/input/inputs.h"
#include "cli/input.h"
#include "core/refusal.h"
#include "io/open.h"

namespace hw::cli {

namespace fs = std::filesystem;

std::string pathFrom(const std::string& from, const std::string& path) {
    std::error_code unknown;
    if (path == "-") return path;
    // Uses the paths as they are written, since the server of the files may not follow links.
    const auto whole = [&](const std::string& one) {
        return fs::absolute(one, unknown).lexically_normal();
    };
    const fs::path found = whole(path).lexically_relative(whole(from + "/"));
    return found.empty() ? path : found.generic_string();
}

Result<std::string> wholeText(const Input& input, const InputOptions& options) {
    if (input.problem) return std::unexpected(*input.problem);
    std::string text = input.text;
    if (input.place.line > 0) return text;
    std::shared_ptr<ByteSource> source = input.rest;
    if (source == nullptr) {
        auto own = input.text.empty() ? ByteSource::open(input.path)
                                      : Result<ByteSource>(ByteSource::of(std::move(text)));
        if (!own) return std::unexpected(own.error());
        text.clear();
        source = std::make_shared<ByteSource>(std::move(*own));
    }
    for (;;) {
        const auto more = source->read(text);
        if (!more) return std::unexpected(more.error());
        if (!*more) return text;
        if (text.size() <= options.memoryBytes) continue;
        return refusal(Code::tooLarge, {}, "The list exceeds the memory limit.",
                       "Write one text per line, or raise the limit with --memory.");
    }
}

Result<Document> openInput(const Input& input, const InputOptions& options) {
    if (input.problem) return std::unexpected(*input.problem);
    if (input.text.empty() && input.rest == nullptr) {
        InputOptions one = options;
        one.file = input.path;
        return readDocument(one);
    }
    Limits limits;
    limits.memoryBytes = options.memoryBytes;
    Opening opening;
    std::optional<std::uint64_t> size;
    if (input.rest == nullptr) size = input.text.size();
    opening.begin(input.place.file, size, limits, options.reading);
    std::string piece = input.text;
    for (;;) {
        if (auto good = opening.push(std::as_bytes(std::span(piece))); !good)
            return std::unexpected(good.error());
        if (input.rest == nullptr) break;
        piece.clear();
        const auto more = input.rest->read(piece);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
    }
    return opening.finish();
}

}  // namespace hw::cli
