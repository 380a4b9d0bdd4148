// SPDX-License-Identifier: MIT
// The words of enumerations. Each choice is named once, next to its enumeration, for links, files, the command line,
// the API and people. All code that reads, writes, lists or bounds a choice takes it from here.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/localized_text.h"

namespace hw {

/// The data that a choice needs from a file in addition to attention weights.
enum class Needs {
    nothing,
    gradients,  ///< multiplied by the weights; those of fused heads suffice (Example::productGradients)
    ownGradients,  ///< on their own, per head
};

/// One choice of several.
struct ChoiceName {
    std::string_view name;         ///< in files, links and programs, such as "columns-by-row-sums"
    LocalizedText label = {};      ///< for people; the name if empty
    LocalizedText detail = {};     ///< its meaning, where there is space to explain it
    Needs needs = Needs::nothing;  ///< data that a file must contain for this choice to apply
    std::string_view shown() const { return label.empty() ? name : label.text(); }
};

/// Specialised next to an enumeration whose values run from 0 without gaps. Contains `static constexpr ChoiceName
/// list[]`, in the order of the enumerators.
template <class Choice>
struct Names;

template <class Choice>
concept Named = requires { std::size(Names<Choice>::list); };

template <Named Choice>
constexpr std::span<const ChoiceName> choiceNames() {
    return Names<Choice>::list;
}

template <Named Choice>
constexpr const ChoiceName& wordOf(Choice value) {
    return Names<Choice>::list[std::to_underlying(value)];
}

template <Named Choice>
constexpr std::string_view nameOf(Choice value) {
    return wordOf(value).name;
}

/// The index of a name in a list, -1 if it is not there.
int placeOf(std::span<const ChoiceName> words, std::string_view name);

template <Named Choice>
constexpr Needs needsOf(Choice value) {
    return wordOf(value).needs;
}
template <Named Choice>
constexpr bool needsGradients(Choice value) {
    return needsOf(value) != Needs::nothing;
}

/// The choice with a given name, as in `fromName<HeadFusion>("max")`. Empty if no choice has it.
template <Named Choice>
std::optional<Choice> fromName(std::string_view name) {
    const int place = placeOf(choiceNames<Choice>(), name);
    if (place < 0) return std::nullopt;
    return static_cast<Choice>(place);
}

/// All choices, in their order.
template <Named Choice>
constexpr auto every() {
    constexpr std::size_t count = std::size(Names<Choice>::list);
    return []<std::size_t... i>(std::index_sequence<i...>) {
        return std::array<Choice, count>{static_cast<Choice>(i)...};
    }(std::make_index_sequence<count>());
}

/// "mean, max, min", for sentences.
std::string listOf(std::span<const ChoiceName> words);

}  // namespace hw
