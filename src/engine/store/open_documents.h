// SPDX-License-Identifier: MIT
// The files that are open in the engine, and their summaries. Internal to engine/store.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/attention_model.h"
#include "protocol/query.h"

namespace hw {

/// An open file. Shared: work that still reads it keeps it alive.
struct OpenDocument {
    std::uint32_t id = 0;
    std::uint64_t bytes = 0;  ///< size of the input
    Document content;
};
using DocumentRef = std::shared_ptr<const OpenDocument>;

/// The newest file, and the one before it for comparing, unless that is very large.
class OpenDocuments {
public:
    /// Makes `document` the newest. Returns the ids of those that are closed now.
    std::vector<std::uint32_t> add(Document document, std::uint64_t bytes, DocumentRef& added);
    /// Null if it is not open.
    DocumentRef find(std::uint32_t id) const;

private:
    std::vector<DocumentRef> open_;  // oldest first
    std::uint32_t nextId_ = 1;
};

/// What the page needs to know; `example` in range. O(values) for the kind of model.
DocumentSummary summaryOf(const OpenDocument& document, int example);

}  // namespace hw
