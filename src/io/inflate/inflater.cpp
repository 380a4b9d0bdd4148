// SPDX-License-Identifier: MIT
#include "io/inflate/inflater.h"

#include <algorithm>

#include "io/inflate/crc32.h"
#include "io/tree/words.h"

namespace hw::io {

namespace {

constexpr std::uint64_t harmless = 64'000'000;

// Bits of gzip's flags.
constexpr unsigned hasHeadSum = 2;
constexpr unsigned hasExtra = 4;
constexpr unsigned hasName = 8;
constexpr unsigned hasComment = 16;
constexpr unsigned reserved = 0xE0;

std::uint32_t number(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

}  // namespace

void Inflater::restart() {
    deflated_.restart();
    part_ = wrapping_ == Wrapping::gzip ? Part::head : Part::content;
    pending_.clear();
    headSum_ = sum_ = 0;
    made_ = 0;
}

Result<void> Inflater::push(std::string_view& bytes, const Sink& sink) {
    while (part_ != Part::ended) {
        const std::size_t before = bytes.size();
        Deflated::State state = Deflated::State::wantsInput;
        std::string_view fresh;
        if (part_ == Part::content) {
            const char* next = bytes.data();
            state = deflated_.run(next, bytes.data() + bytes.size());
            bytes.remove_prefix(static_cast<std::size_t>(next - bytes.data()));
            fresh = deflated_.fresh();
            if (state == Deflated::State::done)
                part_ = wrapping_ == Wrapping::gzip ? Part::sum : Part::ended;
            if (wrapping_ == Wrapping::gzip) sum_ = crc32Of(sum_, fresh);
        } else if (!wrapping(bytes)) {
            state = Deflated::State::damaged;
        }
        packed_ += before - bytes.size();
        unpacked_ += fresh.size();
        made_ += fresh.size();
        if (state == Deflated::State::damaged) {
            return std::unexpected(
                Problem{Code::syntax, say("byte {} of the compressed data"_tr, {grouped(packed_)}),
                        "The compressed data are damaged."_tr,
                        "Copy or download the file again."_tr, std::nullopt});
        }
        if (unpacked_ > harmless && unpacked_ / maxExpansion_ > packed_) {
            return std::unexpected(Problem{
                Code::tooLarge, "",
                say("{} unpack to more than {}, which is too large for attention; reading was "
                    "stopped."_tr,
                    {bytesText(packed_), bytesText(unpacked_)}),
                "If this is not a mistake, unpack the file first and open the result."_tr,
                std::nullopt});
        }
        if (!fresh.empty()) {
            if (auto fine = sink(fresh); !fine) return fine;
            deflated_.taken();
        }
        if (bytes.empty() && state == Deflated::State::wantsInput) break;
    }
    return {};
}

// Takes what one part of the wrapping wants. False: this is no gzip, or its sums are others.
bool Inflater::wrapping(std::string_view& bytes) {
    std::size_t wanted = 1;
    switch (part_) {
        case Part::head: wanted = 10; break;
        case Part::extraSize:
        case Part::headSum: wanted = 2; break;
        case Part::sum:
        case Part::size: wanted = 4; break;
        default: break;
    }
    const std::size_t count =
        std::min(bytes.size(), part_ == Part::extra ? left_ : wanted - pending_.size());
    const std::string_view now = bytes.substr(0, count);
    bytes.remove_prefix(count);
    if (part_ < Part::headSum) headSum_ = crc32Of(headSum_, now);
    if (part_ == Part::extra) {
        left_ -= count;
        if (left_ == 0) part_ = afterHead(part_);
        return true;
    }
    pending_ += now;
    if (pending_.size() < wanted) return true;
    const bool good = finishPart();
    pending_.clear();
    return good;
}

bool Inflater::finishPart() {
    const std::string_view all = pending_;
    switch (part_) {
        case Part::head:
            flags_ = number(all.substr(3, 1));
            part_ = afterHead(part_);
            return all.starts_with("\x1f\x8b\x08") && (flags_ & reserved) == 0;
        case Part::extraSize:
            left_ = number(all);
            part_ = left_ == 0 ? afterHead(Part::extra) : Part::extra;
            return true;
        case Part::name:
        case Part::comment:
            if (all[0] == '\0') part_ = afterHead(part_);
            return true;
        case Part::headSum: part_ = Part::content; return number(all) == (headSum_ & 0xFFFF);
        case Part::sum: part_ = Part::size; return number(all) == sum_;
        default: part_ = Part::ended; return number(all) == (made_ & 0xFFFF'FFFF);
    }
}

// What stands behind a part of the head, by its flags.
Inflater::Part Inflater::afterHead(Part part) const {
    if (part < Part::extraSize && (flags_ & hasExtra) != 0) return Part::extraSize;
    if (part < Part::name && (flags_ & hasName) != 0) return Part::name;
    if (part < Part::comment && (flags_ & hasComment) != 0) return Part::comment;
    if (part < Part::headSum && (flags_ & hasHeadSum) != 0) return Part::headSum;
    return Part::content;
}

}  // namespace hw::io
