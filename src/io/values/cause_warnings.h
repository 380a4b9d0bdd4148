// SPDX-License-Identifier: MIT
// What is said of why rows do not sum to 1.
#pragma once

#include <optional>
#include <string>

#include "core/problem.h"
#include "io/values/row_causes.h"

namespace hw::io {

/// Three digits behind the point, as the present language writes them.
std::string decimal(double value);

/// What happened to rows that do not sum to 1, as `off` says; nothing where that is not known.
std::optional<Problem> causeWarning(const RowCause& cause, const std::string& off,
                                    const std::string& place);

/// What values below 0 in `rows` are; nothing where that is not known.
std::optional<Problem> signsWarning(const RowCause& cause, const std::string& rows,
                                    const std::string& place);

}  // namespace hw::io
