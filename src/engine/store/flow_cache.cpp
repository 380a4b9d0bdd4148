// SPDX-License-Identifier: MIT
#include "engine/store/flow_cache.h"

#include <algorithm>
#include <utility>

#include "core/flow/max_flow.h"

namespace hw {
namespace {

bool isSame(const FlowRequest& one, const FlowRequest& other) {
    return one.firstLayer == other.firstLayer && one.lastLayer == other.lastLayer &&
           one.layerStep == other.layerStep && one.sources == other.sources;
}

}  // namespace

double FlowsSoFar::progress() const {
    return 1.0 -
           static_cast<double>(missing) / static_cast<double>(std::max<std::size_t>(1, has.size()));
}

std::shared_ptr<FlowsSoFar> FlowCache::find(const WorkKey& key, const FlowRequest& request) {
    const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) {
        return entry.key == key && isSame(entry.request, request);
    });
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->flows;
}

Result<std::shared_ptr<FlowsSoFar>> FlowCache::begin(const WorkKey& key, const FlowRequest& request,
                                                     const AttentionGraph& graph) {
    if (auto kept = find(key, request)) return kept;
    auto table = layOut(graph, request);
    if (!table) return std::unexpected(std::move(table.error()));
    entries_.push_front({key, request, std::make_shared<FlowsSoFar>(std::move(*table))});
    std::size_t held = 0;
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        held += entry->flows->bytes();
        const bool drop = held > budget_ && entry != entries_.begin();
        entry = drop ? entries_.erase(entry) : std::next(entry);
    }
    return entries_.front().flows;
}

void FlowCache::forget(std::uint32_t document) {
    entries_.remove_if([&](const Entry& entry) { return entry.key.document == document; });
}

void FlowCache::forget(ExamplePlace place) {
    entries_.remove_if([&](const Entry& entry) {
        return ExamplePlace{entry.key.document, entry.key.example} == place;
    });
}

}  // namespace hw
