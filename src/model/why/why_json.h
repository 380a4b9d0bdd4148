// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/why/word_findings.h"

namespace hw::why {

enum class Form {
    groups,  ///< for the page, see why_answer.cpp
    /// For programs: one number per token, `tokens` with their texts, sinks and first as tokens, named as a list of
    /// them.
    tokens,
};

/// The results as JSON.
std::string whyJson(const service::RunQuestion& asked, const WordFindings& found, Form form);

}  // namespace hw::why
