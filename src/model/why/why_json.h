// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/why/found.h"

namespace hw::why {

enum class Form {
    groups,  ///< of the page: why_answer.cpp
    tokens,  ///< of programs: one number a token, `tokens` with their texts, sinks and first as tokens, named as a list of them
};

/// What is found, as JSON.
std::string whyJson(const service::AskedRun& asked, const Found& found, Form form);

}  // namespace hw::why
