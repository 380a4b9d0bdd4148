// SPDX-License-Identifier: MIT
// Which matrices are in GPU memory, and which go first when it gets tight. Knows nothing of GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hw {

/// Keys, identities and bytes of textures, least recently used first out. Identities start at 1 and
/// are never used for another key; they outlive a lost context. All operations O(number kept).
class TextureLedger {
public:
    /// Keeps at most `budget` bytes (the newest one always stays) and `mostEntries` textures.
    explicit TextureLedger(std::size_t budget, std::size_t mostEntries = 512)
        : budget_(budget), mostEntries_(mostEntries) {}

    /// The identity of a texture whose pixels are there, 0 otherwise.
    std::uint32_t find(std::uint64_t key) const;
    /// Notes that a texture is drawn or asked for now.
    void touch(std::uint32_t id);
    /// Takes in a texture that `find` did not know and returns its identity: after a lost context
    /// the one it had. The identities that have to go are in `evicted` afterwards.
    std::uint32_t add(std::uint64_t key, std::size_t bytes, std::vector<std::uint32_t>& evicted);
    /// All pixels are gone; identities stay.
    void loseAll();

    std::size_t bytes() const { return bytes_; }

private:
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t id = 0;
        std::uint64_t used = 0;
        std::size_t bytes = 0;
        bool there = false;
    };
    void trim(std::uint32_t keep, std::vector<std::uint32_t>& evicted);

    std::vector<Entry> entries_;
    std::size_t budget_;
    std::size_t mostEntries_;
    std::size_t bytes_ = 0;
    std::uint64_t clock_ = 0;
    std::uint32_t nextId_ = 1;
};

}  // namespace hw
