// SPDX-License-Identifier: MIT
#include "model/session/contrast.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hw::model {
namespace {

/// Each pair in the order of the alphabet.
constexpr std::string_view pairs =
    " are/is was/were has/have do/does aren/isn wasn/weren hasn/haven doesn/don he/she her/his "
    "her/him "
    "herself/himself itself/themselves it/they its/their these/this that/those man/woman boy/girl "
    "bad/good no/yes false/true negative/positive ";

/// Of ASCII: no word of the list has others.
constexpr char lowered(char letter) { return static_cast<char>(letter | 0x20); }

constexpr bool isLetter(char letter) { return lowered(letter) >= 'a' && lowered(letter) <= 'z'; }

}  // namespace

bool areCounterparts(std::string_view one, std::string_view other) {
    const auto mark = static_cast<std::size_t>(std::ranges::find_if(one, isLetter) - one.begin());
    if (mark == one.size() || mark >= other.size()) return false;
    if (one.substr(0, mark) != other.substr(0, mark)) return false;
    one.remove_prefix(mark);
    other.remove_prefix(mark);
    const bool isCapital = one.front() != lowered(one.front());
    if (isCapital != (other.front() != lowered(other.front()))) return false;
    if (other < one) std::swap(one, other);
    std::string pair = ' ' + std::string(one) + '/' + std::string(other) + ' ';
    pair[1] = lowered(pair[1]);
    pair[one.size() + 2] = lowered(pair[one.size() + 2]);
    return pairs.contains(pair);
}

int usualContrast(std::span<const Choice> answers) {
    if (answers.size() < 2 || answers.front().isScore) return -1;
    const auto likely = std::ranges::find_if(answers.subspan(1), [&](const Choice& other) {
        return areCounterparts(answers.front().name, other.name);
    });
    return likely == answers.end() ? answers[1].index : likely->index;
}

}  // namespace hw::model
