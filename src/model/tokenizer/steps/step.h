// SPDX-License-Identifier: MIT
// A change of a text before the model. There is one class for each kind in tokenizer.json.
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
    /// Changes or splits the pieces that are no added tokens. Steps that multiply text charge its budget, and stop once
    /// it is spent.
    virtual void apply(Pieces& pieces) const = 0;
    /// Whether it may add text where there was none, even before the first letter.
    virtual bool makesFromNothing() const { return false; }
    /// Kind and place in the file, for messages.
    void setName(std::string kind, std::string place) {
        kind_ = std::move(kind);
        place_ = std::move(place);
    }
    std::string_view kind() const { return kind_; }
    /// For steps that put a space before the first word.
    virtual void setAddPrefixSpace(bool) {}
    /// The error if the budget was spent in this step.
    std::unexpected<Problem> refusal(const Budget& budget) const;

private:
    std::string kind_;
    std::string place_ = "tokenizer";
};
using StepPtr = std::unique_ptr<Step>;

/// Applies all steps, one after the other. Errors: tooLarge, with the step that exceeds the budget.
Result<void> applySteps(const std::vector<StepPtr>& steps, Pieces& pieces);

}  // namespace hw::model
