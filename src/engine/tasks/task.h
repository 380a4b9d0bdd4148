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
    /// The layer that the views show from now on, as the file counts: what is long begins there. May be called at any time.
    virtual void show(int layer) { static_cast<void>(layer); }
    /// What the last step has brought to an unfinished answer.
    enum class News {
        none,    ///< nothing is known yet: views show no numbers rather than none of each
        some,    ///< now and then worth sending
        urgent,  ///< a view should not wait for it
    };
    virtual News news() { return News::some; }
};

/// Checks a question against the open documents and prepares its task, without doing any work. An example that was
/// made has to be there with its numbers (OpenDocuments::wantedAt).
/// Errors: badArgument for what the document does not have, tooLarge.
Result<std::unique_ptr<Task>> makeTask(const Query& query, OpenDocuments& documents,
                                       WorkCache& cache, FlowHelpers& helpers);

/// An empty answer of that shape: NaN everywhere.
Answer emptyAnswer(const Query& query, int rows, int cols);

}  // namespace hw
