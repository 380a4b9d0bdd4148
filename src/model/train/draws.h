// SPDX-License-Identifier: MIT
// Random numbers as a pure function of a key and a number, so that any sequence of a task can be made on its own.
// Source: SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace hw::train {

/// Output i + 1 of SplitMix64 with the seed `key`. A draw may be a key.
constexpr std::uint64_t draw(std::uint64_t key, std::uint64_t i) {
    std::uint64_t z = key + (i + 1) * 0x9E37'79B9'7F4A'7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
    return z ^ (z >> 31U);
}

/// A whole number from 0 to n - 1. Requires n > 0.
constexpr int below(std::uint64_t bits, int n) {
    return static_cast<int>(((bits >> 32U) * static_cast<std::uint64_t>(n)) >> 32U);
}

/// The numbers of one sequence, in the order of the calls.
class Draws {
public:
    explicit Draws(std::uint64_t key) : key_(key) {}
    int next(int n) { return below(draw(key_, used_++), n); }
    /// `count` different numbers below n.
    std::vector<int> different(int n, int count) {
        std::vector<int> places;
        for (int i = 0; i < n; ++i) places.push_back(i);
        for (int i = 0; i < count; ++i) std::swap(places[i], places[i + next(n - i)]);
        places.resize(count);
        return places;
    }

private:
    std::uint64_t key_;
    std::uint64_t used_ = 0;
};

}  // namespace hw::train
