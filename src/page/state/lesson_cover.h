// SPDX-License-Identifier: MIT
// What the step of a lesson hides until its question is answered: an answer that is covered is there, and no view finds it.
#pragma once

#include <string>
#include <vector>

#include "core/choice_names.h"

namespace hw {

/// What a lesson's step hides until its question is answered: what every view but raw attention computes, or all values.
enum class Cover { none, results, all };
template <>
struct Names<Cover> {
    static constexpr ChoiceName list[] = {{"none"}, {"results"}, {"all"}};
};

/// What the host has read about ViewState::lesson.
struct KnownLesson {
    std::string lesson;  ///< which lesson this is about, in the form of ViewState::lesson
    std::string id;      ///< the lesson's own id
    int steps = 0;
    std::vector<Cover> covers = {};  ///< of each step whose question is still open; shorter: none
};

}  // namespace hw
