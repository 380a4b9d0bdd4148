// SPDX-License-Identifier: MIT
#include "model/tokenizer/models/vocabulary.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hw::model {

std::uint64_t hashOfText(std::string_view text) {
    // Hashes eight bytes at a time, multiplied and folded, because the texts are short.
    constexpr std::uint64_t factor = 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t hash = text.size() * factor;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    };
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, 8);
        mix(word);
    }
    if (at < text.size()) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, text.size() - at);
        mix(word);
    }
    return hash ^ hash >> 29;
}

void Vocabulary::reserve(std::size_t count, std::size_t bytes) {
    entries_.reserve(count);
    byId_.reserve(count);
    bytes_.reserve(bytes);
    grow(std::bit_ceil(std::max<std::size_t>(16, count * 2)));
}

void Vocabulary::grow(std::size_t slots) {
    if (slots <= slots_.size()) return;
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(slots, {});
    for (const Slot& slot : old) {
        if (slot.entry < 0) continue;
        std::size_t at = slot.hash & (slots - 1);
        while (slots_[at].entry >= 0) at = (at + 1) & (slots - 1);
        slots_[at] = slot;
    }
}

Vocabulary::Slot& Vocabulary::place(std::string_view text, std::uint32_t hash) {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].entry >= 0 &&
           (slots_[at].hash != hash || textOf(entries_[slots_[at].entry]) != text))
        at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
}

bool Vocabulary::add(std::string_view text, std::int64_t id) {
    if (id < 0 || id >= mostIds || text.size() > longest ||
        bytes_.size() + text.size() > 0x7FFF'FFFF)
        return false;
    if (count_ * 2 >= slots_.size()) grow(std::max<std::size_t>(16, slots_.size() * 2));
    const auto hash = static_cast<std::uint32_t>(hashOfText(text));
    Slot& slot = place(text, hash);
    const auto number = static_cast<std::int32_t>(id);
    if (slot.entry < 0) {
        slot = {hash, static_cast<std::int32_t>(entries_.size())};
        entries_.push_back({static_cast<std::uint32_t>(bytes_.size()),
                            static_cast<std::uint32_t>(text.size()), number});
        bytes_ += text;
        ++count_;
    } else {
        entries_[slot.entry].id = number;
    }
    if (number >= idCount()) byId_.resize(static_cast<std::size_t>(number) + 1, -1);
    byId_[number] = slot.entry;
    return true;
}

std::int32_t Vocabulary::find(std::string_view text) const {
    if (slots_.empty()) return -1;
    const auto hash = static_cast<std::uint32_t>(hashOfText(text));
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
        const Slot& slot = slots_[at];
        if (slot.entry < 0) return -1;
        if (slot.hash == hash && textOf(entries_[slot.entry]) == text)
            return entries_[slot.entry].id;
    }
}

std::int32_t Vocabulary::findConcatenation(std::string_view first, std::string_view second) const {
    char joined[128];
    const std::size_t size = first.size() + second.size();
    if (size > sizeof joined) return find(std::string(first).append(second));
    std::ranges::copy(first, joined);
    std::ranges::copy(second, joined + first.size());
    return find({joined, size});
}

std::optional<std::string_view> Vocabulary::text(std::int64_t id) const {
    if (id < 0 || id >= idCount() || byId_[static_cast<std::size_t>(id)] < 0) return std::nullopt;
    return textOf(entries_[byId_[static_cast<std::size_t>(id)]]);
}

}  // namespace hw::model
