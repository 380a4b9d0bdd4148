// SPDX-License-Identifier: MIT
// What an answer is compared with if nobody names it: "are" with "is", not with whatever comes next.
#pragma once

#include <span>
#include <string_view>

#include "model/session/session.h"

namespace hw::model {

/// True of "are" and "is": a published list has them as a pair that differs in number, gender or sign alone (agreement and anaphora of
/// BLiMP, Warstadt et al. 2020, and of Marvin & Linzen 2018; beside them "good" and "bad", "yes" and "no" ...). Both have the same
/// capitals, and before the letters the same: a blank, a tokenizer's mark of one.
bool areCounterparts(std::string_view one, std::string_view other);

/// Which of these answers, likeliest first, the first one is compared with: the likeliest counterpart among them, else the second.
/// -1: there is no second, or the first is a score of its own.
int usualContrast(std::span<const Choice> answers);

}  // namespace hw::model
