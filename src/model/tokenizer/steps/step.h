// SPDX-License-Identifier: MIT
// What may happen to a text before the model gets it: one class for each kind in tokenizer.json.
#pragma once

#include <memory>

#include "core/problem.h"
#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

class Step {
public:
    virtual ~Step() = default;
    /// Changes or cuts the pieces that are no added tokens. Errors: tooLarge where a pattern does not come to an end.
    virtual Result<void> apply(Pieces& pieces) const = 0;
};
using StepPtr = std::unique_ptr<Step>;

}  // namespace hw::model
