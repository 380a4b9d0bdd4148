// SPDX-License-Identifier: MIT
#include "core/problem.h"

namespace hw {

std::string sentence(const Problem& problem) {
    std::string text = problem.place;
    if (!text.empty()) text += ": ";
    text += problem.finding;
    if (!problem.remedy.empty()) {
        text += ' ';
        text += problem.remedy;
    }
    return text;
}

}  // namespace hw
