// SPDX-License-Identifier: MIT
// Texts and ids of a vocabulary, with look-up in both directions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw::model {

std::uint64_t hashOfText(std::string_view text);

/// Ids from 0 to 2^24, not necessarily all of them.
class Vocabulary {
public:
    static constexpr std::int32_t mostIds = 1 << 24;
    static constexpr std::size_t longest = 10'000;  ///< bytes of a text

    void reserve(std::size_t count, std::size_t bytes);
    /// The last id of a text counts, as in the library. False if the id is out of range or the text too long.
    bool add(std::string_view text, std::int64_t id);
    /// O(length); -1 if the text is not in the vocabulary.
    std::int32_t find(std::string_view text) const;
    /// For the concatenation of two texts.
    std::int32_t findConcatenation(std::string_view first, std::string_view second) const;
    /// O(1); null if no text has the id.
    std::optional<std::string_view> text(std::int64_t id) const;
    /// The number of different texts.
    std::size_t size() const { return count_; }
    /// The largest id plus one.
    std::int32_t idCount() const { return static_cast<std::int32_t>(byId_.size()); }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::int32_t entry = -1;
    };
    struct Entry {
        std::uint32_t begin;
        std::uint32_t size;
        std::int32_t id;
    };
    std::string_view textOf(const Entry& entry) const {
        return std::string_view(bytes_).substr(entry.begin, entry.size);
    }
    Slot& place(std::string_view text, std::uint32_t hash);
    void grow(std::size_t slots);

    std::string bytes_;
    std::vector<Entry> entries_;
    std::vector<Slot> slots_;
    std::vector<std::int32_t> byId_;  ///< entry of an id; -1 if there is none
    std::size_t count_ = 0;
};

}  // namespace hw::model
