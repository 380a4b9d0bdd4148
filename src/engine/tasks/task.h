// SPDX-License-Identifier: MIT
// One question that the engine answers. Internal to engine/tasks.
#pragma once

#include <memory>

#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"
#include "protocol/query.h"

namespace hw {

class FlowHelpers;

/// Works in steps of some milliseconds, so that more urgent work can come in between.
class Task {
public:
    virtual ~Task() = default;
    /// Takes one step. True when the answer is final. Error: there is no answer.
    virtual Result<bool> step() = 0;
    /// The answer so far. Missing values are NaN, and `complete` is below 1. The final answer may move its values out,
    /// so call it once.
    virtual Answer answer() = 0;
    /// Changes the shown layer, numbered as in the file. Long work continues there. May be called at any time.
    virtual void show(int layer) { static_cast<void>(layer); }
    /// How much the last step has added to an unfinished answer.
    enum class News {
        none,    ///< no values yet, and views do not show an empty picture
        some,    ///< worth sending now and then
        urgent,  ///< a view should not wait for it
    };
    virtual News news() { return News::some; }
};

/// Checks a question against the open documents and prepares its task, without doing any work. A made example must
/// exist with its numbers (OpenDocuments::recipeToMake).
/// Errors: badArgument if the document lacks something, tooLarge.
Result<std::unique_ptr<Task>> makeTask(const Query& query, OpenDocuments& documents,
                                       WorkCache& cache, FlowHelpers& helpers);

/// An empty answer with this shape, NaN everywhere.
Answer emptyAnswer(const Query& query, int rows, int cols);

}  // namespace hw
