// SPDX-License-Identifier: MIT
// One question under way in the engine. Internal to engine/tasks.
#pragma once

#include <memory>

#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"
#include "protocol/query.h"

namespace hw {

class FlowHelpers;

/// Does its work in pieces of some milliseconds, so that something more urgent can come in between.
class Task {
public:
    virtual ~Task() = default;
    /// One piece. True when the answer is final; an error instead of it.
    virtual Result<bool> step() = 0;
    /// The answer as far as it is there; what is missing is NaN, and `complete` below 1. The final one
    /// may give its values away, so it is asked for once.
    virtual Answer answer() = 0;
};

/// Checks a question against the open documents and lays out its work. Does no work yet.
/// Errors: badArgument for what the document does not have, tooLarge.
Result<std::unique_ptr<Task>> makeTask(const Query& query, const OpenDocuments& documents,
                                       WorkCache& cache, FlowHelpers& helpers);

/// An answer's frame: NaN in every place.
Answer emptyAnswer(const Query& query, int rows, int cols);

}  // namespace hw
