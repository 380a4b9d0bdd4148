// SPDX-License-Identifier: MIT
#include "io/readers/tar_stream.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace hw::io {
namespace {

constexpr std::size_t blockSize = 512;
/// For a name or an extended header, far above the limits of file systems.
constexpr std::uint64_t longestText = std::uint64_t{1} << 20;

/// A field's text, up to its end or a zero byte.
std::string_view textOf(std::string_view field) { return field.substr(0, field.find('\0')); }

/// A number in octal digits, or in base 256 where the first bit is set. Nothing if it is neither.
std::optional<std::uint64_t> numberOf(std::string_view field) {
    const auto first = static_cast<unsigned char>(field[0]);
    if ((first & 0x80) != 0) {
        std::uint64_t value = first & 0x3F;
        for (const char c : field.substr(1)) {
            if (value >> 55 != 0) return std::nullopt;
            value = value << 8 | static_cast<unsigned char>(c);
        }
        return value;
    }
    field = textOf(field);
    while (field.starts_with(' ')) field.remove_prefix(1);
    while (field.ends_with(' ')) field.remove_suffix(1);
    std::uint64_t value = 0;
    const char* const end = field.data() + field.size();
    const auto [at, failed] = std::from_chars(field.data(), end, value, 8);
    if (field.empty()) return 0;
    return failed == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

/// The sum of a header's bytes, with those of the sum itself counted as spaces.
bool sumFits(std::string_view block) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < blockSize; ++i)
        sum += i >= 148 && i < 156 ? std::uint64_t{' '} : static_cast<unsigned char>(block[i]);
    return numberOf(block.substr(148, 8)) == sum;
}

Problem holed(const std::string& name) {
    return {Code::cannotRead, name, "This member is stored with holes (GNU sparse).",
            "Make the archive without --sparse, or unpack it.", std::nullopt};
}

}  // namespace

bool isTar(std::string_view head) {
    return head.size() >= blockSize && head.substr(257, 5) == "ustar" && sumFits(head);
}

Problem TarStream::damaged() const {
    return {Code::syntax, name_, "The archive’s structure is broken behind this member.",
            "The archive is damaged: copy or make it again.", std::nullopt};
}

Result<void> TarStream::push(std::string_view chunk, EntryTaker& taker) {
    while (!chunk.empty() && !ended_) {
        if (kind_ != Kind::none) {
            if (auto fine = data(chunk, taker); !fine) return fine;
            continue;
        }
        if (padding_ > 0) {
            const std::size_t part = std::min<std::uint64_t>(padding_, chunk.size());
            padding_ -= part;
            chunk.remove_prefix(part);
            continue;
        }
        const std::size_t part = std::min(blockSize - block_.size(), chunk.size());
        block_ += chunk.substr(0, part);
        chunk.remove_prefix(part);
        if (block_.size() < blockSize) continue;
        if (auto fine = header(taker); !fine) return fine;
        block_.clear();
    }
    return {};
}

Result<void> TarStream::header(EntryTaker& taker) {
    const std::string_view block = block_;
    if (block.find_first_not_of('\0') == std::string_view::npos) {
        ended_ = true;
        return {};
    }
    const auto size = numberOf(block.substr(124, 12));
    if (!sumFits(block) || !size) return std::unexpected(damaged());
    const char type = block[156];
    const bool describesNext = type == 'x' || type == 'L';
    left_ = describesNext ? *size : nextSize_.value_or(*size);
    padding_ = (blockSize - left_ % blockSize) % blockSize;
    text_.clear();
    if (describesNext) {
        if (left_ > longestText) return std::unexpected(damaged());
        kind_ = type == 'x' ? Kind::fields : Kind::name;
        return left_ == 0 ? end(taker) : Result<void>{};
    }
    name_ = textOf(block.substr(0, 100));
    const std::string_view folder = textOf(block.substr(345, 155));
    // GNU's own headers have other fields there.
    if (!folder.empty() && block[263] == '0') name_.insert(0, std::string(folder) + '/');
    if (nextName_) name_ = *nextName_;
    nextName_.reset();
    nextSize_.reset();
    const bool isFile = type == '0' || type == '\0' || type == '7';
    // Folders, links and devices have no data whatever their size field is. Other types are skipped.
    if (type >= '1' && type <= '6') left_ = padding_ = 0;
    const bool hasHoles = std::exchange(nextHasHoles_, false);
    if (type == 'S') return beginHoles(taker, block[482] != '\0');
    if (isFile && hasHoles) return beginHoles(taker, false);
    if (isFile) return beginFile(taker);
    kind_ = Kind::passed;
    return left_ == 0 ? end(taker) : Result<void>{};
}

Result<void> TarStream::beginFile(EntryTaker& taker) {
    kind_ = Kind::file;
    if (auto fine = taker.begin(name_, left_); !fine) return fine;
    return left_ == 0 ? end(taker) : Result<void>{};
}

/// The map of an old form goes on in blocks before the data, which the size does not count.
Result<void> TarStream::beginHoles(EntryTaker& taker, bool hasMoreMap) {
    if (auto fine = taker.refuse(name_, holed(name_)); !fine) return fine;
    kind_ = Kind::passed;
    if (hasMoreMap) {
        kind_ = Kind::map;
        behindMap_ = std::exchange(left_, blockSize);
        return {};
    }
    return left_ == 0 ? end(taker) : Result<void>{};
}

Result<void> TarStream::data(std::string_view& chunk, EntryTaker& taker) {
    const std::string_view part = chunk.substr(0, std::min<std::uint64_t>(left_, chunk.size()));
    chunk.remove_prefix(part.size());
    left_ -= part.size();
    if (kind_ == Kind::file) {
        if (auto fine = taker.content(part); !fine) return fine;
    } else if (kind_ != Kind::passed) {
        text_ += part;
    }
    return left_ == 0 ? end(taker) : Result<void>{};
}

Result<void> TarStream::end(EntryTaker& taker) {
    if (kind_ == Kind::map) {
        const bool hasMore = text_[504] != '\0';
        text_.clear();
        kind_ = hasMore ? Kind::map : Kind::passed;
        left_ = hasMore ? blockSize : behindMap_;
        if (left_ > 0) return {};
    }
    const Kind kind = std::exchange(kind_, Kind::none);
    if (kind == Kind::file) return taker.end();
    if (kind == Kind::name) nextName_ = textOf(text_);
    return kind == Kind::fields ? readFields() : Result<void>{};
}

/// Lines of the form "23 path=folder/name\n", their length first.
Result<void> TarStream::readFields() {
    std::string_view rest = text_;
    std::string_view sparseName;
    while (!rest.empty() && rest[0] != '\0') {
        std::size_t length = 0;
        const auto [at, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        const std::size_t digits = at - rest.data();
        if (failed != std::errc{} || length > rest.size() || length < digits + 2)
            return std::unexpected(damaged());
        const std::string_view field = rest.substr(digits + 1, length - digits - 2);
        rest.remove_prefix(length);
        if (field.starts_with("path=")) nextName_ = field.substr(5);
        if (field.starts_with("GNU.sparse.")) nextHasHoles_ = true;
        // The later forms have the true name here. Their "path" is a name for programs that do not support holes.
        if (field.starts_with("GNU.sparse.name=")) sparseName = field.substr(16);
        if (!field.starts_with("size=")) continue;
        std::uint64_t size = 0;
        std::from_chars(field.data() + 5, field.data() + field.size(), size);
        nextSize_ = size;
    }
    if (!sparseName.empty()) nextName_ = sparseName;
    return {};
}

}  // namespace hw::io
