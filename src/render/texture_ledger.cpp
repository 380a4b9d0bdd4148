// SPDX-License-Identifier: MIT
#include "render/texture_ledger.h"

#include <algorithm>

namespace hw {

std::uint32_t TextureLedger::find(std::uint64_t key) const {
    const auto entry = std::ranges::find(entries_, key, &Entry::key);
    return entry != entries_.end() && entry->there ? entry->id : 0;
}

void TextureLedger::touch(std::uint32_t id) {
    const auto entry = std::ranges::find(entries_, id, &Entry::id);
    if (entry != entries_.end()) entry->used = ++clock_;
}

std::uint32_t TextureLedger::add(std::uint64_t key, std::size_t bytes,
                                 std::vector<std::uint32_t>& evicted) {
    evicted.clear();
    auto entry = std::ranges::find(entries_, key, &Entry::key);
    if (entry == entries_.end()) {
        entries_.push_back({key, nextId_++, 0, 0, false});
        entry = entries_.end() - 1;
    }
    bytes_ += bytes - (entry->there ? entry->bytes : 0);
    entry->bytes = bytes;
    entry->there = true;
    entry->used = ++clock_;
    const std::uint32_t id = entry->id;
    trim(id, evicted);
    return id;
}

void TextureLedger::trim(std::uint32_t keep, std::vector<std::uint32_t>& evicted) {
    while (entries_.size() > 1 && (bytes_ > budget_ || entries_.size() > mostEntries_)) {
        const auto oldest = std::ranges::min_element(entries_, {}, &Entry::used);
        if (oldest->id == keep) break;
        if (oldest->there) {
            bytes_ -= oldest->bytes;
            evicted.push_back(oldest->id);
        }
        entries_.erase(oldest);
    }
}

void TextureLedger::loseAll() {
    for (Entry& entry : entries_) entry.there = false;
    bytes_ = 0;
}

}  // namespace hw
