// SPDX-License-Identifier: MIT
// answer: questions about a model that another program runs (model/distant/distant.h), over standard input and output.
#pragma once

#include "core/problem.h"

namespace hw::cli {

/// Reads the question, writes requests for runs and reads their results, and writes the last message. A message is two
/// numbers of 64 bits, as many bytes of JSON as the first, and as many float32 as the second, all in this machine's
/// byte order. Errors: the other program is gone.
Result<void> answerDistant();

}  // namespace hw::cli
