// SPDX-License-Identifier: MIT
// answer: questions about a model that another program runs (model/distant/distant.h), over standard input and output.
#pragma once

#include "core/problem.h"

namespace hw::cli {

/// Reads the question, writes requests for runs and reads what comes of them, and writes the last message. A message is two
/// numbers of 64 bits, so many bytes of JSON, and so many float32, all in this machine's order. Errors: the other program is gone.
Result<void> answerDistant();

}  // namespace hw::cli
