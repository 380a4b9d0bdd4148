// SPDX-License-Identifier: MIT
// One question being answered by the engine. Internal to engine/tasks.
#pragma once

#include <memory>

#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"
#include "protocol/query.h"

namespace hw {

class FlowHelpers;

/// Works in pieces of some milliseconds, so that something more urgent can come in between.
class Task {
public:
    virtual ~Task() = default;
    /// Does one piece. True when the answer is final; or an error in place of it.
    virtual Result<bool> step() = 0;
    /// The answer so far; missing values are NaN, and `complete` is below 1. The final one
    /// may move its values out, so call it once.
    virtual Answer answer() = 0;
};

/// Checks a question against the open documents and prepares its task, without doing any work. An example that was
/// made has to be there with its numbers (OpenDocuments::wantedAt).
/// Errors: badArgument for what the document does not have, tooLarge.
Result<std::unique_ptr<Task>> makeTask(const Query& query, OpenDocuments& documents,
                                       WorkCache& cache, FlowHelpers& helpers);

/// An empty answer of that shape: NaN everywhere.
Answer emptyAnswer(const Query& query, int rows, int cols);

}  // namespace hw
