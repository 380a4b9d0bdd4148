// SPDX-License-Identifier: MIT
#include "cli/batch/input/byte_source.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/system/posix.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "io/json/space.h"
#include "io/readers/inflater.h"
#include "io/tree/open_options.h"

namespace hw::cli {
namespace {

std::unexpected<Problem> cannotRead() {
    return refusal(Code::cannotRead, {},
                   std::string("The file can't be read: ") + std::strerror(errno) + ".",
                   "Check its name and permissions.");
}

constexpr std::size_t pieceSize = std::size_t{1} << 16;

}  // namespace

struct ByteSource::Unpacking {
    io::Inflater inflater{io::Inflater::Wrapping::gzip, Limits{}.maxExpansion};
};

ByteSource::ByteSource(int file) : file_(file) {}
ByteSource::ByteSource(ByteSource&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      held_(std::move(other.held_)),
      taken_(other.taken_),
      started_(other.started_),
      unpacking_(std::move(other.unpacking_)) {}
ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(held_, other.held_);
    std::swap(unpacking_, other.unpacking_);
    taken_ = other.taken_;
    started_ = other.started_;
    return *this;
}
ByteSource::~ByteSource() {
    if (file_ > STDIN_FILENO) ::close(file_);
}

Result<ByteSource> ByteSource::open(const std::string& path) {
    const int file = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannotRead();
    return ByteSource(file);
}

Result<ByteSource> ByteSource::openOutput(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return cannotRead();
    ByteSource source(file);
    struct stat about{};
    if (::fstat(file, &about) != 0) return cannotRead();
    if (S_ISREG(about.st_mode)) return source;
    errno = EINVAL;
    return cannotRead();
}

ByteSource ByteSource::of(std::string bytes) {
    ByteSource source(-1);
    source.held_ = std::move(bytes);
    return source;
}

Result<bool> ByteSource::read(std::string& to) {
    if (file_ < 0) return accept(std::exchange(held_, {}), to);
    std::array<char, pieceSize> piece;
    std::size_t count = 0;
    // Two bytes identify gzip. A pipe may give only one at first.
    while (count < 2) {
        const ssize_t got = ::read(file_, piece.data() + count, piece.size() - count);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannotRead();
        count += static_cast<std::size_t>(got);
        if (got == 0 || started_) break;
    }
    return accept({piece.data(), count}, to);
}

/// True with the bytes that were read, false at the end.
Result<bool> ByteSource::accept(std::string_view bytes, std::string& to) {
    taken_ += bytes.size();
    if (!started_ && bytes.starts_with("\x1f\x8b")) unpacking_ = std::make_unique<Unpacking>();
    started_ = true;
    if (bytes.empty() && unpacking_ != nullptr && !unpacking_->inflater.done()) {
        return refusal(Code::truncated, {}, "The compressed data end too early.",
                       "Copy or download the file again.");
    }
    if (bytes.empty()) return false;
    if (unpacking_ == nullptr) {
        to += bytes;
        return true;
    }
    if (auto fine = unpack(bytes, to); !fine) return std::unexpected(fine.error());
    return true;
}

Result<void> ByteSource::unpack(std::string_view bytes, std::string& to) {
    io::Inflater& inflater = unpacking_->inflater;
    while (!bytes.empty()) {
        if (inflater.done()) {
            // A further member may follow. Anything else after the data is padding.
            if (bytes[0] != '\x1f') return {};
            inflater.restart();
        }
        auto fine = inflater.push(bytes, [&](std::string_view unpacked) -> Result<void> {
            to += unpacked;
            return {};
        });
        if (!fine) return fine;
    }
    return {};
}

Result<bool> LineReader::fill() {
    if (at_ > 0) {
        buffer_.erase(0, at_);
        before_ += at_;
        at_ = 0;
    }
    auto more = source_.read(buffer_);
    if (!more || !*more) ended_ = true;
    return more;
}

Result<bool> LineReader::next(std::string& line, std::uint64_t longest) {
    std::size_t looked = at_;
    for (;;) {
        const std::size_t end = buffer_.find('\n', looked);
        if (end != std::string::npos) {
            line.assign(buffer_, at_, end - at_);
            begin_ = before_ + at_;
            at_ = end + 1;
            if (!std::exchange(skips_, false)) return true;
            looked = at_;
            continue;
        }
        if (skips_) at_ = buffer_.size();
        if (!skips_ && buffer_.size() - at_ > longest) {
            skips_ = true;
            return refusal(Code::tooLarge, {},
                           "The line exceeds " + numberText(longest) + " bytes.",
                           "Raise the limit with --memory.");
        }
        if (ended_) break;
        const std::size_t seen = buffer_.size() - at_;
        if (auto more = fill(); !more) return more;
        looked = at_ + seen;
    }
    if (at_ == buffer_.size()) return false;
    line.assign(buffer_, at_);
    begin_ = before_ + at_;
    at_ = buffer_.size();
    return true;
}

std::optional<bool> LinesSniffer::push(std::string_view bytes) {
    for (const char c : bytes) {
        if (const auto decided = next(c)) return decided;
    }
    return std::nullopt;
}

std::optional<bool> LinesSniffer::next(char c) {
    if (escaped_) {
        escaped_ = false;
    } else if (inText_) {
        escaped_ = c == '\\';
        inText_ = c != '"';
    } else if (ended_) {
        if (c == '\n') newLine_ = true;
        if (!io::isSpace(c)) return newLine_;
    } else if (c == '{' || c == '[') {
        ++depth_;
        started_ = true;
    } else if (!started_) {
        const bool mark = c == '\xEF' || c == '\xBB' || c == '\xBF';
        if (!io::isSpace(c) && !mark) return false;
    } else if (c == '"') {
        inText_ = true;
    } else if (c == '}' || c == ']') {
        ended_ = --depth_ == 0;
    } else if (c == '\n') {
        return false;
    }
    return std::nullopt;
}

namespace {

bool isNamedLines(std::string_view name) {
    if (name.ends_with(".gz")) name.remove_suffix(3);
    return name.ends_with(".jsonl") || name.ends_with(".ndjson");
}

Result<bool> holdsLines(ByteSource& source) {
    LinesSniffer sniffer;
    std::string bytes;
    for (;;) {
        bytes.clear();
        const auto more = source.read(bytes);
        if (!more) return std::unexpected(more.error());
        if (!*more) return false;
        if (const auto decided = sniffer.push(bytes)) return *decided;
    }
}

}  // namespace

Result<bool> isJsonLines(const std::string& path) {
    if (isNamedLines(path)) return true;
    auto source = ByteSource::open(path);
    if (!source) return std::unexpected(source.error());
    return holdsLines(*source);
}

Result<bool> isJsonLines(std::string_view name, const std::string& text) {
    if (isNamedLines(name)) return true;
    if (!text.starts_with("\x1f\x8b")) return LinesSniffer().push(text).value_or(false);
    ByteSource source = ByteSource::of(text);
    return holdsLines(source);
}

}  // namespace hw::cli
