// SPDX-License-Identifier: MIT
#include "model/experiment/draw.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace hw::model {
namespace {

/// The indices of up to `count` free elements, nearest to the middle first.
std::vector<std::ptrdiff_t> nearestFree(const std::vector<bool>& isTaken, std::ptrdiff_t middle,
                                        std::size_t count) {
    std::vector<std::ptrdiff_t> near;
    const std::ptrdiff_t size = std::ssize(isTaken);
    for (std::ptrdiff_t reach = 0; near.size() < count && reach <= size; ++reach)
        for (const std::ptrdiff_t index : {middle - 1 - reach, middle + reach})
            if (index >= 0 && index < size && !isTaken[index]) near.push_back(index);
    return near;
}

/// Interpolates between neighbours of a sorted list.
double percentile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Draw::Draw(std::vector<Unit> all, std::uint32_t seed) : all_(std::move(all)), random_(seed) {
    std::ranges::stable_sort(all_, {}, &Unit::weight);
}

std::vector<Unit> Draw::like(const std::vector<Unit>& units) {
    constexpr std::size_t nearest = 16;
    std::vector<bool> isTaken(all_.size(), false);
    std::vector<Unit> drawn;
    for (const Unit& unit : units) {
        // If many weights are equal, any of them is the middle. Otherwise the first ones, such as early layers, would
        // be drawn each time.
        const auto equal = std::ranges::equal_range(all_, unit.weight, {}, &Unit::weight);
        std::ptrdiff_t middle = equal.begin() - all_.begin();
        if (equal.size() > 1) middle += static_cast<std::ptrdiff_t>(random_() % equal.size());
        auto place = std::ranges::find(equal, unit);  // its weight has rarely changed
        if (place == equal.end()) place = std::ranges::find(all_, unit);
        const auto own = place - all_.begin();
        auto near = nearestFree(isTaken, middle, nearest + 1);
        if (near.size() > 1) std::erase(near, own);
        if (near.size() > nearest) near.pop_back();
        if (near.empty()) break;
        // Not std::uniform_int_distribution, because it differs between libraries.
        const std::ptrdiff_t index = near[random_() % near.size()];
        isTaken[index] = true;
        drawn.push_back(all_[index]);
    }
    return drawn;
}

Spread spreadOf(std::vector<double> values) {
    std::ranges::sort(values);
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return {sum / static_cast<double>(values.size()), percentile(values, 0.025),
            percentile(values, 0.975)};
}

}  // namespace hw::model
