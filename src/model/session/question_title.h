// SPDX-License-Identifier: MIT
// The question about a run, in words. Captions and lists of runs use it to name the question of gradients and scores.
#pragma once

#include <string>
#include <string_view>

#include "model/session/session.h"

namespace hw::model {

/// The word or class in question, as in nameOf(). A word of several tokens is complete.
std::string wordOf(const Session& session, const Target& target);

/// The token at which the output in question is read, if it has to be named: if it is not the run's usual position, and
/// always for generated output. Else -1.
int placeToName(const Session& session, const Run& run, const Target& target);

/// "logit of “are” against “is”", "logit of “are” at token 7"; for a cosine "cosine with “other”", with a long text
/// truncated. `other` is the text that it compares with.
std::string describeQuestion(const Session& session, const Run& run, const Target& target,
                             std::string_view other);

/// A run's title followed by the question.
std::string askedTitle(const std::string& title, const Session& session, const Run& run,
                       const Target& target, std::string_view other);

/// True for "are" and "is", a pair of a published list that differs only in number, gender or sign (agreement and
/// anaphora of BLiMP, Warstadt et al. 2020, and of Marvin & Linzen 2018; also "good" and "bad", "yes" and "no" ...).
/// Both need the same capitals, and the same prefix before the letters, a space or a tokenizer's mark for one.
bool areCounterparts(std::string_view one, std::string_view other);
/// The first word that forms a pair with this word in the list, with its capital; "" if there is none.
std::string counterpartOf(std::string_view word);

/// The index of the answer to compare the first one with, which is the likeliest counterpart, else the second. -1 if
/// there is no second, or the first is a separate score. The answers have to be sorted, the likeliest first.
int usualContrast(std::span<const Choice> answers);

}  // namespace hw::model
