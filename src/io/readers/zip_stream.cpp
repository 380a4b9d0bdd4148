// SPDX-License-Identifier: MIT
#include "io/readers/zip_stream.h"

#include <algorithm>
#include <utility>

namespace hw::io {
namespace {

constexpr std::uint32_t localSignature = 0x04034B50;
constexpr std::uint32_t centralSignature = 0x02014B50;
constexpr std::uint32_t emptySignature = 0x06054B50;
constexpr std::uint32_t descriptorSignature = 0x08074B50;
constexpr std::size_t localSize = 30;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// The size of a local header with the name and extra field after it.
std::size_t wholeHeader(std::string_view header) {
    return localSize + static_cast<std::size_t>(number(header, 26, 2) + number(header, 28, 2));
}

}  // namespace

bool isZip(std::string_view head) {
    return head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06");
}

Result<void> ZipStream::push(std::string_view chunk, EntryTaker& taker) {
    while (!chunk.empty() && state_ != State::ended) {
        Result<void> fine;
        switch (state_) {
            case State::header: fine = header(chunk, taker); break;
            case State::data: fine = data(chunk, taker); break;
            case State::descriptor: fine = descriptor(chunk, taker); break;
            case State::ended: break;
        }
        if (!fine) return fine;
    }
    return {};
}

Problem ZipStream::damaged(LocalizedText finding) const {
    return {Code::syntax, name_, finding, "Copy or save the file again."_tr, std::nullopt};
}

Result<void> ZipStream::header(std::string_view& chunk, EntryTaker& taker) {
    std::size_t wanted = pending_.size() < 4 ? 4 : localSize;
    if (pending_.size() >= localSize) wanted = wholeHeader(pending_);
    const std::size_t part = std::min(chunk.size(), wanted - pending_.size());
    pending_ += chunk.substr(0, part);
    chunk.remove_prefix(part);
    if (pending_.size() < wanted) return {};
    const auto signature = static_cast<std::uint32_t>(number(pending_, 0, 4));
    if (signature == centralSignature || signature == emptySignature) {
        state_ = State::ended;
        return {};
    }
    if (signature != localSignature)
        return std::unexpected(damaged("The archive’s structure is invalid here."_tr));
    if (wanted < localSize) return {};
    return pending_.size() < wholeHeader(pending_) ? Result<void>{} : beginEntry(taker);
}

Result<void> ZipStream::beginEntry(EntryTaker& taker) {
    const std::uint64_t flags = number(pending_, 6, 2);
    const std::uint64_t method = number(pending_, 8, 2);
    crc_ = static_cast<std::uint32_t>(number(pending_, 14, 4));
    left_ = number(pending_, 18, 4);
    std::uint64_t size = number(pending_, 22, 4);
    const std::size_t nameLength = number(pending_, 26, 2);
    name_ = pending_.substr(localSize, nameLength);
    readZip64(std::string_view(pending_).substr(localSize + nameLength), size);
    pending_.clear();
    hasDescriptor_ = (flags & 8) != 0;
    if ((flags & 1) != 0) return std::unexpected(damaged("The archive is encrypted."_tr));
    if (method != 0 && method != 8) {
        return std::unexpected(Problem{Code::notRecognised, name_,
                                       "This entry’s compression method isn’t supported."_tr,
                                       std::string(remedies_.method), std::nullopt});
    }
    if (method == 0 && hasDescriptor_) {
        return std::unexpected(Problem{Code::notRecognised, name_,
                                       "The archive was written without sizes."_tr,
                                       std::string(remedies_.sizes), std::nullopt});
    }
    if (method == 0 && size != left_)
        return std::unexpected(damaged("The archive’s structure is invalid here."_tr));
    size_ = size;
    std::optional<std::uint64_t> known;
    if (!hasDescriptor_ && (method == 0 || size <= left_ * 1032 + 1024)) known = size;
    if (auto fine = taker.begin(name_, known); !fine) return fine;
    inflater_.reset();
    if (method == 8) inflater_ = std::make_unique<Inflater>(Inflater::Wrapping::raw, maxExpansion_);
    sum_ = 0;
    state_ = State::data;
    return left_ == 0 && method == 0 ? endEntry(taker) : Result<void>{};
}

// Sizes of 8 bytes are in the extra field 0x0001 where those of 4 bytes are all ones.
void ZipStream::readZip64(std::string_view extra, std::uint64_t& size) {
    constexpr std::uint64_t elsewhere = 0xFFFF'FFFF;
    while (extra.size() >= 4) {
        const std::size_t length = number(extra, 2, 2);
        if (number(extra, 0, 2) == 1 && extra.size() >= 4 + length) {
            std::size_t at = 4;
            if (size == elsewhere && at + 8 <= 4 + length) {
                size = number(extra, at, 8);
                at += 8;
            }
            if (left_ == elsewhere && at + 8 <= 4 + length) left_ = number(extra, at, 8);
        }
        if (extra.size() < 4 + length) return;
        extra.remove_prefix(4 + length);
    }
}

Result<void> ZipStream::content(std::string_view bytes, EntryTaker& taker) {
    sum_ = crc32Of(sum_, bytes);
    return taker.content(bytes);
}

Result<void> ZipStream::data(std::string_view& chunk, EntryTaker& taker) {
    if (inflater_ != nullptr) {
        auto fine =
            inflater_->push(chunk, [&](std::string_view bytes) { return content(bytes, taker); });
        if (!fine) return fine;
        return inflater_->done() ? endEntry(taker) : Result<void>{};
    }
    const std::size_t part = std::min<std::uint64_t>(left_, chunk.size());
    if (auto fine = content(chunk.substr(0, part), taker); !fine) return fine;
    chunk.remove_prefix(part);
    left_ -= part;
    return left_ == 0 ? endEntry(taker) : Result<void>{};
}

Result<void> ZipStream::endEntry(EntryTaker& taker) {
    if (hasDescriptor_) {
        state_ = State::descriptor;
        return {};
    }
    if (inflater_ != nullptr && inflater_->unpacked() != size_)
        return std::unexpected(damaged("The archive’s structure is invalid here."_tr));
    return endChecked(taker, crc_);
}

Result<void> ZipStream::endChecked(EntryTaker& taker, std::uint32_t crc) {
    if (sum_ != crc) return std::unexpected(damaged("This entry’s checksum is wrong."_tr));
    state_ = State::header;
    return taker.end();
}

// Packed data of unknown size are followed by their checksum and sizes, in one of four layouts, two of which begin with
// a signature. So the entry ends at the next header's signature.
Result<void> ZipStream::descriptor(std::string_view& chunk, EntryTaker& taker) {
    constexpr std::size_t longest = 24;
    pending_ += chunk[0];
    chunk.remove_prefix(1);
    if (pending_.size() < 4) return {};
    const std::string last = pending_.substr(pending_.size() - 4);
    const auto signature = static_cast<std::uint32_t>(number(last, 0, 4));
    if (signature == localSignature || signature == centralSignature) {
        const std::size_t size = pending_.size() - 4;
        const bool isSigned = number(pending_, 0, 4) == descriptorSignature && size % 8 == 0;
        const std::size_t at = isSigned ? 4 : 0;
        const auto crc = size < at + 4 ? 0 : static_cast<std::uint32_t>(number(pending_, at, 4));
        pending_ = last;
        if (auto fine = endChecked(taker, crc); !fine) return fine;
        // The table of contents is recognised only by its signature.
        if (signature == centralSignature) state_ = State::ended;
    } else if (pending_.size() > longest + 4) {
        return std::unexpected(damaged("The archive’s structure is invalid here."_tr));
    }
    return {};
}

}  // namespace hw::io
