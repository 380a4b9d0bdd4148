// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/step.h"

#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

std::unexpected<Problem> Step::refusal(const Budget& budget) const {
    const std::string kind =
        kind_.empty() ? std::string("A tokenizer step"_tr) : io::excerpt(kind_);
    return std::unexpected(Problem{
        .code = Code::tooLarge,
        .place = place_,
        .finding =
            formatText(budget.overflowed() ? "{} makes the text too long."_tr
                                           : "{} needs too many operations for this text."_tr,
                       {kind}),
        .remedy = "Use a shorter text or simpler tokenizer."_tr});
}

Result<void> applySteps(const std::vector<StepPtr>& steps, Pieces& pieces) {
    constexpr std::uint64_t perStep = 100;  // even if there is hardly any text
    for (const StepPtr& step : steps) {
        if (pieces.budget.spend(perStep + 2 * pieces.text.size() + 16 * pieces.list.size()))
            step->apply(pieces);
        if (pieces.budget.isSpent()) return step->refusal(pieces.budget);
    }
    return {};
}

}  // namespace hw::model
