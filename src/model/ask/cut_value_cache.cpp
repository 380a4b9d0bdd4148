// SPDX-License-Identifier: MIT
#include "model/ask/cut_value_cache.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hw::model {
namespace {

constexpr std::size_t mostSets = 4096;

/// FNV-1a of a run's attention and outputs.
std::uint64_t printOf(const Trace& run) {
    std::uint64_t print = 0xCBF2'9CE4'8422'2325U;
    const auto take = [&](std::uint32_t word) { print = (print ^ word) * 0x100'0000'01B3U; };
    for (const int id : run.texts[0].ids) take(static_cast<std::uint32_t>(id));
    for (const float value : run.last()) take(std::bit_cast<std::uint32_t>(value));
    for (const auto* all : {&run.weights, &run.cross})
        for (const std::vector<float>& layer : *all)
            for (const float value : layer) take(std::bit_cast<std::uint32_t>(value));
    if (run.encoderStates)
        for (const float value : run.encoderStates->rows) take(std::bit_cast<std::uint32_t>(value));
    return print;
}

}  // namespace

CutValueCache::Set CutValueCache::setOf(const std::vector<Unit>& units) {
    Set set;
    for (const Unit& unit : units)
        set.push_back({static_cast<int>(unit.kind), static_cast<int>(unit.stack), unit.place.layer,
                       unit.place.head, unit.place.query, unit.place.key});
    std::ranges::sort(set);
    return set;
}

void CutValueCache::beOf(const Trace& base, CutRule rule, const Target& target) {
    const RunKey now{printOf(base), rule, target};
    // Cancelled runs have left requests without values.
    std::erase_if(values_, [](const auto& entry) { return std::isnan(entry.second); });
    if (run_ != now || values_.size() > mostSets) values_.clear();
    run_ = now;
}

}  // namespace hw::model
