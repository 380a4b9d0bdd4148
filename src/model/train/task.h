// SPDX-License-Identifier: MIT
// What a small transformer learns: an endless list of sequences, each with the tokens that it has to predict.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/train/draws.h"

namespace hw::train {

/// Sequences for training, for the test, and for a harder test that a shortcut does not pass.
enum class Purpose : std::uint8_t { training, test, hard };

struct Sequence {
    std::vector<int> ids;  ///< Task::length of them, padded at the end
    std::vector<int>
        targets;  ///< for each position the token that comes next, or -1 where it does not count
    /// For each position up to two positions that the answer depends on, which its attention should name; -1 for none.
    std::vector<std::array<int, 2>> sources;
    int tokens = 0;  ///< without padding

    bool counts() const;
};

struct Task {
    std::string name;
    std::vector<std::string> words;  ///< the text of each token, without spaces
    int length = 0;                  ///< tokens of a sequence, with padding
    bool hasHardTest = false;
    int testSequences = 128;  ///< that the accuracy is measured on
    /// A sequence from its draws and its number in the stream. Pure.
    std::function<Sequence(Draws draws, std::uint64_t number, Purpose purpose)> make;

    /// Sequence `number` (from 0) of a run's stream. The streams of the two tests have the same draws.
    Sequence sequence(std::uint64_t seed, Purpose purpose, std::uint64_t number) const;
};

/// Letters in a period, again and again (docs/train.md). `longest` is at most 26 and `length` exceeds it.
Task copyTask(int shortest, int longest);
/// Six keys with values, then the keys in another order.
Task recallTask();
/// Two numbers of two digits, and their sum with the units first.
Task addTask();
/// Eight different letters, a mark, and the answer.
enum class LineAnswer : std::uint8_t { first, largest, sorted, reversed };
Task lineTask(LineAnswer answer);
/// "is" or "are" after a subject and other nouns. `attractors` of 1000 other nouns have the other number.
Task agreementTask(int attractors);
/// a + b modulo `modulus`. Sequence n is pair n modulo modulus², and two of five pairs are held out.
Task modularTask(int modulus);

}  // namespace hw::train
