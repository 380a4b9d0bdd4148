// SPDX-License-Identifier: MIT
// The ways to split a text before byte-level BPE, by the names that GGUF files give them (tokenizer.ggml.pre).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/tokenizer/steps/step.h"

namespace hw::model {

struct SplitWay {
    std::vector<StepPtr> steps;
    bool ignoreMerges = false;
    bool addsBos = false;     ///< unless the file says otherwise
    bool normalises = false;  ///< NFC first
};

/// Errors: notRecognised, with the name.
Result<SplitWay> splitNamed(std::string_view name, bool addPrefixSpace);

}  // namespace hw::model
