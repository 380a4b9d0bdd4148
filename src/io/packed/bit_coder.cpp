// SPDX-License-Identifier: MIT
#include "io/packed/bit_coder.h"

#include <algorithm>

namespace hw::io {

namespace {

constexpr unsigned slotBits = 17;
constexpr int farthest = 2047;  ///< of ln(p / (1 - p)), in 256ths

/// 65536 / (1 + exp(-x)) for x from -8 to 8 in halves.
constexpr std::int32_t logistic[] = {22,    36,    60,    98,    162,   267,   439,   720,   1179,
                                     1921,  3108,  4971,  7812,  11955, 17625, 24743, 32768, 40793,
                                     47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097,
                                     65269, 65374, 65438, 65476, 65500, 65514};

std::int32_t chanceAt(std::int32_t x) {
    x = std::clamp(x, -farthest, farthest) + 2048;
    const std::int32_t at = x >> 7;
    const std::int32_t part = x & 127;
    return (logistic[at] * (128 - part) + logistic[at + 1] * part + 64) >> 7;
}

/// The inverse of chanceAt for chances in 4096ths.
struct Inverse {
    std::array<std::int16_t, 4096> at{};
    Inverse() {
        std::int32_t next = 0;
        for (std::int32_t x = -farthest; x <= farthest; ++x) {
            for (const std::int32_t end = chanceAt(x) >> 4; next <= end; ++next)
                at[next] = static_cast<std::int16_t>(x);
        }
        for (; next < 4096; ++next) at[next] = farthest;
    }
};

std::int32_t stretch(std::int32_t chance) {
    static const Inverse inverse;
    return inverse.at[chance >> 4];
}

constexpr std::uint16_t slowest = 30;
constexpr int mixerRate = 10;
constexpr std::int32_t firstWeight = 14'000;  // of 65536

}  // namespace

BitCoder::BitCoder() : reads_(false), slots_(std::size_t{1} << slotBits) {
    for (auto& weights : weights_) weights.fill(firstWeight);
}

BitCoder::BitCoder(std::string_view bytes) : BitCoder() {
    reads_ = true;
    bytes_ = bytes;
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
}

std::uint32_t BitCoder::next() {
    const std::size_t at = at_++;
    return at < bytes_.size() ? static_cast<unsigned char>(bytes_[at]) : 0U;
}

// The interval [low, high] is divided in proportion to the chance. The lower part is the 1.
bool BitCoder::carry(bool value, std::uint32_t chance) {
    const std::uint32_t width = high_ - low_;
    const std::uint32_t middle =
        low_ + (width >> 16) * chance + (((width & 0xFFFFU) * chance) >> 16);
    const bool bit = reads_ ? code_ <= middle : value;
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    while (((low_ ^ high_) >> 24) == 0) {
        if (reads_) {
            code_ = code_ << 8 | next();
        } else {
            out_ += static_cast<char>(high_ >> 24);
        }
        low_ <<= 8;
        high_ = high_ << 8 | 0xFFU;
    }
    return bit;
}

bool BitCoder::bit(bool value, std::span<const std::uint32_t> contexts, unsigned mixer) {
    std::array<Slot*, maxContexts> slots;
    std::array<std::int32_t, maxContexts> opinions;
    auto& weights = weights_[mixer];
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
        slots[i] = &slots_[(contexts[i] * 0x9E37'79B1U) >> (32 - slotBits)];
        // A context that was rarely seen counts little.
        const std::int32_t seen = slots[i]->seen;
        opinions[i] = stretch(slots[i]->chance) * seen / (seen + 1);
        sum += std::int64_t{weights[i]} * opinions[i];
    }
    const std::int32_t chance = chanceAt(
        static_cast<std::int32_t>(std::clamp<std::int64_t>(sum >> 16, -farthest, farthest)));
    const bool bit = rehearses_ ? value : carry(value, static_cast<std::uint32_t>(chance));
    const std::int32_t error = (bit ? 65536 : 0) - chance;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
        weights[i] = std::clamp(weights[i] + ((opinions[i] * (error >> 4) + 1024) >> mixerRate),
                                -1 << 20, 1 << 20);
        Slot& slot = *slots[i];
        const std::int32_t aim = bit ? 65535 : 0;
        slot.chance =
            static_cast<std::uint16_t>(slot.chance + (aim - slot.chance) * 2 / (2 * slot.seen + 3));
        if (slot.seen < slowest) ++slot.seen;
    }
    return bit;
}

// Writes the fewest bytes that determine a number within the interval, since readers see zeros after the end.
std::string BitCoder::finish() {
    for (unsigned shift = 24;; shift -= 8) {
        const std::uint32_t mask = shift == 0 ? 0 : (std::uint32_t{1} << shift) - 1;
        const std::uint64_t number = (std::uint64_t{low_} + mask) & ~std::uint64_t{mask};
        if (number > high_ && shift > 0) continue;
        for (unsigned at = 24; at >= shift && at <= 24; at -= 8)
            out_ += static_cast<char>((number >> at) & 0xFFU);
        break;
    }
    // At most as many as overrun() lets readers see after the end.
    for (int i = 0; i < 4 && out_.ends_with('\0'); ++i) out_.pop_back();
    return std::move(out_);
}

}  // namespace hw::io
