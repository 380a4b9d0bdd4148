// SPDX-License-Identifier: MIT
#include "model/tokenizer/models/bpe_merges.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace hw::model {
namespace {

constexpr std::size_t longWord = 40;  ///< parts; from here on a heap is faster
constexpr std::uint32_t nowhere = 0xFFFF'FFFFU;

}  // namespace

BpeMerges::BpeMerges(const std::vector<BpeMerge>& merges) {
    slots_.resize(std::bit_ceil(std::max<std::size_t>(16, merges.size() * 2)));
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const BpeMerge& merge : merges) {
        const std::uint64_t pair = pairOf(merge.first, merge.second);
        std::size_t at = slotOf(pair);
        while (slots_[at].pair != free && slots_[at].pair != pair)
            at = (at + 1) & (slots_.size() - 1);
        slots_[at] = {pair, merge.rank, merge.merged};  // the last one of equal pairs counts
    }
}

void BpeMerges::apply(std::vector<BpePart>& parts) {
    if (parts.size() < 2) return;
    if (parts.size() < longWord) {
        applyShort(parts);
    } else {
        applyLong(parts);
    }
}

void BpeMerges::applyShort(std::vector<BpePart>& parts) {
    const Slot* found[longWord];
    std::size_t count = parts.size();
    for (std::size_t i = 0; i + 1 < count; ++i) found[i] = find(parts[i].id, parts[i + 1].id);
    while (count > 1) {
        std::size_t best = count;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            if (found[i] && (best == count || found[i]->rank < found[best]->rank)) best = i;
        }
        if (best == count) break;
        parts[best] = {found[best]->merged, parts[best].bytes + parts[best + 1].bytes};
        for (std::size_t i = best + 1; i + 1 < count; ++i) parts[i] = parts[i + 1];
        for (std::size_t i = best + 1; i + 2 < count; ++i) found[i] = found[i + 1];
        --count;
        if (best > 0) found[best - 1] = find(parts[best - 1].id, parts[best].id);
        if (best + 1 < count) found[best] = find(parts[best].id, parts[best + 1].id);
    }
    parts.resize(count);
}

void BpeMerges::offer(const std::vector<BpePart>& parts, std::uint32_t at, std::uint32_t after) {
    const Slot* const slot = find(parts[at].id, parts[after].id);
    if (!slot) return;
    heap_.push_back({slot->rank, at, slot->merged});
    std::ranges::push_heap(heap_, std::greater{});
}

void BpeMerges::applyLong(std::vector<BpePart>& parts) {
    const auto count = static_cast<std::uint32_t>(parts.size());
    places_.resize(count);
    heap_.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        places_[i] = {i == 0 ? nowhere : i - 1, i + 1 == count ? nowhere : i + 1};
        if (i + 1 == count) continue;
        if (const Slot* const slot = find(parts[i].id, parts[i + 1].id))
            heap_.push_back({slot->rank, i, slot->merged});
    }
    std::ranges::make_heap(heap_, std::greater{});
    while (!heap_.empty()) {
        const Candidate best = heap_.front();
        std::ranges::pop_heap(heap_, std::greater{});
        heap_.pop_back();
        const std::uint32_t after = places_[best.at].after;
        if (parts[best.at].bytes == 0 || after == nowhere) continue;
        // An earlier merge may have changed the pair.
        const Slot* const slot = find(parts[best.at].id, parts[after].id);
        if (!slot || slot->merged != best.merged) continue;
        parts[best.at] = {best.merged, parts[best.at].bytes + parts[after].bytes};
        parts[after].bytes = 0;
        const std::uint32_t next = places_[after].after;
        places_[best.at].after = next;
        if (next != nowhere) {
            places_[next].before = best.at;
            offer(parts, best.at, next);
        }
        if (places_[best.at].before != nowhere) offer(parts, places_[best.at].before, best.at);
    }
    std::erase_if(parts, [](const BpePart& part) { return part.bytes == 0; });
}

}  // namespace hw::model
