// SPDX-License-Identifier: MIT
// The matrices in GPU memory, and which of them to evict when it runs out. No GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hw {

/// Keys, identities and sizes in bytes of textures, as an LRU list. Identities start at 1 and are never reused for
/// another key. They survive a lost context. All operations O(number of entries).
class TextureLedger {
public:
    /// Keeps at most `budget` bytes (the newest one always stays) and `mostEntries` textures.
    explicit TextureLedger(std::size_t budget, std::size_t mostEntries = 512)
        : budget_(budget), mostEntries_(mostEntries) {}

    /// The identity of a texture whose pixels are in GPU memory, otherwise 0.
    std::uint32_t find(std::uint64_t key) const;
    /// Marks a texture as used now.
    void touch(std::uint32_t id);
    /// Adds a texture that `find` did not know and returns its identity. After a lost context it gets its old identity.
    /// Afterwards `evicted` has the identities to delete.
    std::uint32_t add(std::uint64_t key, std::size_t bytes, std::vector<std::uint32_t>& evicted);
    /// Forgets all pixels, but keeps identities.
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
