// SPDX-License-Identifier: MIT
// The part of the answers that a lesson's step hides until its question is answered. A covered answer exists, but no
// view finds it.
#pragma once

#include <string>
#include <vector>

#include "core/choice_names.h"

namespace hw {

/// The values that a lesson's step hides until its question is answered: those of all views except raw attention, or
/// all.
enum class Cover { none, results, all };
template <>
struct Names<Cover> {
    static constexpr ChoiceName list[] = {{"none"}, {"results"}, {"all"}};
};

/// Facts from the host about ViewState::lesson.
struct KnownLesson {
    std::string lesson;  ///< the lesson's name, in the form of ViewState::lesson
    std::string id;      ///< the lesson's own id
    int steps = 0;
    std::vector<Cover> covers = {};  ///< of each step with an open question; may be shorter
};

}  // namespace hw
