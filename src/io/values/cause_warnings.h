// SPDX-License-Identifier: MIT
// Warnings about the reason why rows do not sum to 1.
#pragma once

#include <optional>
#include <string>

#include "core/problem.h"
#include "io/values/row_causes.h"

namespace hw::io {

/// Three digits after the point, in the style of the present language.
std::string decimal(double value);

/// A warning on the cause of rows that do not sum to 1, which `off` describes. Nothing if the cause is not known.
std::optional<Problem> causeWarning(const RowCause& cause, const std::string& off,
                                    const std::string& place);

/// A warning on the meaning of negative values in `rows`. Nothing if it is not known.
std::optional<Problem> signsWarning(const RowCause& cause, const std::string& rows,
                                    const std::string& place);

}  // namespace hw::io
