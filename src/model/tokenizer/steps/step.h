// SPDX-License-Identifier: MIT
// What may happen to a text before the model gets it: one class for each kind in tokenizer.json.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

class Step {
public:
    virtual ~Step() = default;
    /// Changes or cuts the pieces that are no added tokens. What multiplies charges their budget, and stops once it is spent.
    virtual void apply(Pieces& pieces) const = 0;
    /// May put text where there was none, even before the first letter.
    virtual bool makesFromNothing() const { return false; }
    /// For messages: what it is, and where in the file.
    void setName(std::string kind, std::string place) {
        kind_ = std::move(kind);
        place_ = std::move(place);
    }
    std::string_view kind() const { return kind_; }
    /// Of those that put a space before the first word.
    virtual void setAddPrefixSpace(bool) {}
    /// The budget was spent in this step.
    std::unexpected<Problem> refusal(const Budget& budget) const;

private:
    std::string kind_;
    std::string place_ = "tokenizer";
};
using StepPtr = std::unique_ptr<Step>;

/// All of them, one after the other. Errors: tooLarge, with the step that takes too much.
Result<void> applySteps(const std::vector<StepPtr>& steps, Pieces& pieces);

}  // namespace hw::model
