// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "core/problem.h"

namespace hw {

/// The problem of an invalid question: an index out of range, or something that the example does not have.
inline Problem badQuestion(std::string place, std::string finding) {
    Problem problem;
    problem.code = Code::badArgument;
    problem.place = std::move(place);
    problem.finding = std::move(finding);
    return problem;
}

}  // namespace hw
