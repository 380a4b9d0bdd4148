// SPDX-License-Identifier: MIT
// The parts of words that were split before, because most words of a text occur again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/tokenizer/models/bpe_merges.h"

namespace hw::model {

class WordCache {
public:
    using Parts = std::span<const BpePart>;

    /// Null if the word is not cached. Valid until the next add. `hash` is hashOfText(word).
    const Parts* find(std::string_view word, std::uint64_t hash) {
        if (word.size() > longest || slots_.empty()) return nullptr;
        const Slot& slot = slots_[place(word, hash)];
        if (!slot.used) return nullptr;
        found_ = Parts(parts_).subspan(slot.firstPart, slot.partCount);
        return &found_;
    }

    void add(std::string_view word, std::uint64_t hash, std::span<const BpePart> parts) {
        if (word.size() > longest || parts.size() > 255) return;
        if (slots_.empty()) slots_.resize(slotCount);
        // full: clears the cache, which common words soon fill again.
        if (count_ >= slotCount / 2) {
            slots_.assign(slotCount, {});
            words_.clear();
            parts_.clear();
            count_ = 0;
        }
        Slot& slot = slots_[place(word, hash)];
        if (slot.used) return;
        slot = {
            static_cast<std::uint32_t>(hash >> 32),    static_cast<std::uint32_t>(words_.size()),
            static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint8_t>(word.size()),
            static_cast<std::uint8_t>(parts.size()),   true};
        words_ += word;
        parts_.insert(parts_.end(), parts.begin(), parts.end());
        ++count_;
    }

private:
    static constexpr std::size_t longest = 64;
    static constexpr std::size_t slotCount = 1 << 16;
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t word = 0;
        std::uint32_t firstPart = 0;
        std::uint8_t size = 0;
        std::uint8_t partCount = 0;
        bool used = false;
    };
    std::size_t place(std::string_view word, std::uint64_t hash) const {
        std::size_t at = hash & (slotCount - 1);
        while (slots_[at].used && !isWord(slots_[at], word, static_cast<std::uint32_t>(hash >> 32)))
            at = (at + 1) & (slotCount - 1);
        return at;
    }
    bool isWord(const Slot& slot, std::string_view word, std::uint32_t hash) const {
        return slot.hash == hash && slot.size == word.size() &&
               std::string_view(words_).substr(slot.word, slot.size) == word;
    }

    std::vector<Slot> slots_;
    std::string words_;
    std::vector<BpePart> parts_;
    Parts found_;
    std::size_t count_ = 0;
};

}  // namespace hw::model
