// SPDX-License-Identifier: MIT
// The question about a run, in words: captions and lists of runs tell by it what gradients and scores are of.
#pragma once

#include <string>
#include <string_view>

#include "model/session/session.h"

namespace hw::model {

/// The word or class that is asked about, as nameOf() has it; of a word of several tokens all of it.
std::string wordOf(const Session& session, const Target& target);

/// The token at which the output is read that is asked about, where that does not go without saying: another one than a run's usual
/// position, and of an output that a model writes any. Else -1.
int placeToName(const Session& session, const Run& run, const Target& target);

/// "logit of “are” against “is”", "logit of “are” at token 7"; of a cosine "cosine with “other”", a long text cut short. `other`: the
/// text compared with.
std::string questionWords(const Session& session, const Run& run, const Target& target,
                          std::string_view other);

/// A run's title with the question behind it.
std::string askedTitle(const std::string& title, const Session& session, const Run& run,
                       const Target& target, std::string_view other);

}  // namespace hw::model
