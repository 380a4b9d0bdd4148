// SPDX-License-Identifier: MIT
#include "io/readers/elements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/matrix/half.h"

namespace hw::io {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are taken as they stand");

// In blocks, so that the type and the target are not checked for each number.
template <class Raw, class Convert>
void addAll(const char* bytes, std::size_t count, bool bigEndian, Convert convert,
            ArrayStore& store) {
    std::array<float, 512> block;
    for (std::size_t done = 0; done < count;) {
        const std::size_t part = std::min(count - done, block.size());
        for (std::size_t i = 0; i < part; ++i) {
            Raw raw;
            std::memcpy(&raw, bytes + (done + i) * sizeof raw, sizeof raw);
            block[i] = convert(bigEndian ? std::byteswap(raw) : raw);
        }
        store.addFloats(reinterpret_cast<const char*>(block.data()), part);
        done += part;
    }
}

template <class Raw>
float rounded(Raw raw) {
    return static_cast<float>(raw);
}

float fromFloat(std::uint32_t raw) { return std::bit_cast<float>(raw); }
float fromDouble(std::uint64_t raw) { return static_cast<float>(std::bit_cast<double>(raw)); }

}  // namespace

void ElementStream::add(const char* bytes, std::size_t count, ArrayStore& store) const {
    const auto all = [&]<class Raw>(Raw, auto convert) {
        addAll<Raw>(bytes, count, type_.bigEndian, convert, store);
    };
    const std::size_t width = type_.width;
    switch (type_.coding) {
        case ElementType::Coding::floating:
            if (width == 4 && !type_.bigEndian) return store.addFloats(bytes, count);
            if (width == 2) return all(std::uint16_t{}, halfToFloat);
            if (width == 4) return all(std::uint32_t{}, fromFloat);
            return all(std::uint64_t{}, fromDouble);
        case ElementType::Coding::bfloat: return all(std::uint16_t{}, bfloatToFloat);
        case ElementType::Coding::float8:
            return all(std::uint8_t{},
                       [table = type_.format->table()](std::uint8_t bits) { return table[bits]; });
        case ElementType::Coding::signedWhole:
            if (width == 1) return all(std::int8_t{}, rounded<std::int8_t>);
            if (width == 2) return all(std::int16_t{}, rounded<std::int16_t>);
            if (width == 4) return all(std::int32_t{}, rounded<std::int32_t>);
            return all(std::int64_t{}, rounded<std::int64_t>);
        case ElementType::Coding::unsignedWhole:
            if (width == 1) return all(std::uint8_t{}, rounded<std::uint8_t>);
            if (width == 2) return all(std::uint16_t{}, rounded<std::uint16_t>);
            if (width == 4) return all(std::uint32_t{}, rounded<std::uint32_t>);
            return all(std::uint64_t{}, rounded<std::uint64_t>);
    }
}

void ElementStream::push(std::string_view bytes, std::uint64_t most, ArrayStore& store) {
    if (!pending_.empty()) {
        const std::size_t part = std::min(type_.width - pending_.size(), bytes.size());
        pending_ += bytes.substr(0, part);
        bytes.remove_prefix(part);
        if (pending_.size() < type_.width) return;
        if (store.count() < most) add(pending_.data(), 1, store);
        pending_.clear();
    }
    const std::size_t whole = bytes.size() / type_.width;
    const std::uint64_t wanted = most - std::min(most, store.count());
    add(bytes.data(), static_cast<std::size_t>(std::min<std::uint64_t>(whole, wanted)), store);
    pending_ = bytes.substr(whole * type_.width);
}

}  // namespace hw::io
