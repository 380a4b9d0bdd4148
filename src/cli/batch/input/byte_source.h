// SPDX-License-Identifier: MIT
// A file, standard input or a text as a stream of bytes, unpacked if it is gzip. Also its lines, and whether it is JSON
// Lines.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::cli {

class ByteSource {
public:
    /// A file, or standard input for "-". Error: cannotRead.
    static Result<ByteSource> open(const std::string& path);
    /// A file that batch wrote. Error: also cannotRead if it is not a regular file, since a pipe would block.
    static Result<ByteSource> openOutput(const std::string& path);
    /// Bytes that are in memory already.
    static ByteSource of(std::string bytes);
    ByteSource(ByteSource&&) noexcept;
    ByteSource& operator=(ByteSource&&) noexcept;
    ~ByteSource();

    /// Appends the next available bytes to `to`. False at the end. Errors: cannotRead, and those of gzip.
    Result<bool> read(std::string& to);
    /// Bytes read from the file so far, before unpacking.
    std::uint64_t taken() const { return taken_; }
    bool isPacked() const { return unpacking_ != nullptr; }

private:
    struct Unpacking;
    explicit ByteSource(int file);
    Result<void> unpack(std::string_view bytes, std::string& to);
    Result<bool> accept(std::string_view bytes, std::string& to);

    int file_ = -1;     ///< -1 to read `held_` only
    std::string held_;  ///< and not read yet
    std::uint64_t taken_ = 0;
    bool started_ = false;
    std::unique_ptr<Unpacking> unpacking_;  ///< null if not packed
};

/// Lines of a source, one after the other. Memory: one line.
class LineReader {
public:
    /// `head` contains the bytes that were already read from the source.
    explicit LineReader(ByteSource source, std::string head = {})
        : source_(std::move(source)), buffer_(std::move(head)) {}

    /// The next line without its end, false if there is none. Errors: those of the source, and tooLarge beyond
    /// `longest` bytes. The next call then continues with the next line.
    Result<bool> next(std::string& line, std::uint64_t longest);
    std::uint64_t taken() const { return source_.taken(); }
    /// Offset of the last line, in bytes of the unpacked text.
    std::uint64_t begin() const { return begin_; }
    /// True if the text was packed, so that offsets are not those of the file.
    bool isPacked() const { return source_.isPacked(); }

private:
    Result<bool> fill();

    ByteSource source_;
    std::string buffer_;
    std::size_t at_ = 0;
    std::uint64_t before_ = 0;  ///< bytes of the text before the buffer
    std::uint64_t begin_ = 0;
    bool skips_ = false;  ///< skip the rest of the current line, which is too long
    bool ended_ = false;
};

/// Distinguishes JSON Lines from a single JSON value. In JSON Lines the first line is a complete value, and another
/// follows.
class LinesSniffer {
public:
    /// Nullopt as long as more bytes are needed. At the end of the input nullopt means that it is not JSON Lines.
    std::optional<bool> push(std::string_view bytes);

private:
    std::optional<bool> next(char c);
    int depth_ = 0;
    bool started_ = false;
    bool inText_ = false;
    bool escaped_ = false;
    bool ended_ = false;    ///< the first value is complete
    bool newLine_ = false;  ///< and so is its line
};

/// True for JSON Lines, by name (.jsonl, .ndjson, also with .gz) or by content. Reads only as much as it needs.
Result<bool> isJsonLines(const std::string& path);
/// The same for a text with that name.
Result<bool> isJsonLines(std::string_view name, const std::string& text);

}  // namespace hw::cli
