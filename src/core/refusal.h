// SPDX-License-Identifier: MIT
// A problem as the error of a result, for a problem with only its sentences.
#pragma once

#include <expected>
#include <string>
#include <utility>

#include "core/problem.h"

namespace hw {

inline std::unexpected<Problem> refusal(Code code, std::string place, std::string finding,
                                        std::string remedy = {}) {
    return std::unexpected(Problem{.code = code,
                                   .place = std::move(place),
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

}  // namespace hw
