// SPDX-License-Identifier: MIT
// The ways to split a text before byte-level BPE, by their names in GGUF files (tokenizer.ggml.pre).
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
    bool addsBos = false;     ///< the default if the file has no flag
    bool normalises = false;  ///< NFC first
};

/// Errors: notRecognised, with the name.
Result<SplitWay> splitNamed(std::string_view name, bool addPrefixSpace);

}  // namespace hw::model
