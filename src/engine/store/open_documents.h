// SPDX-License-Identifier: MIT
// The files open in the engine, and their summaries. Internal to engine/store.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/attention_model.h"
#include "protocol/query.h"

namespace hw {

/// An open file. Shared, so that work which still reads it keeps it alive.
struct OpenDocument {
    std::uint32_t id = 0;
    std::uint64_t bytes = 0;  ///< size of the input
    Document content;
};
using DocumentRef = std::shared_ptr<const OpenDocument>;

/// The newest file, and the previous one for comparison, unless that is very large.
class OpenDocuments {
public:
    /// Makes `document` the newest. Returns the ids of those that are closed by this.
    std::vector<std::uint32_t> add(Document document, std::uint64_t bytes, DocumentRef& added);
    /// Null if it is not open.
    DocumentRef find(std::uint32_t id) const;

private:
    std::vector<DocumentRef> open_;  // oldest first
    std::uint32_t nextId_ = 1;
};

/// The summary for the page; `example` must be in range. O(values) for the kind of model.
DocumentSummary summaryOf(const OpenDocument& document, int example);

}  // namespace hw
