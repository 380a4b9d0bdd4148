// SPDX-License-Identifier: MIT
// What is open in the engine. Internal to engine/store.
//
// A document grows: examples that were made elsewhere (by a model's worker, by hand) are added to those of its file.
// They have ids of their own behind the file's indices. Their numbers are kept as long as there is room; the rest of
// them is kept long after, so that whoever names one has it made again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/attention_model.h"
#include "engine/store/made_examples.h"
#include "protocol/query.h"

namespace hw {

/// An open file, or what else examples come from. Shared, so that work which still reads it keeps it alive.
struct OpenDocument {
    std::uint32_t id = 0;
    std::uint64_t bytes = 0;           ///< size of the input
    Document about;                    ///< what was read, without its examples
    std::vector<ExampleRef> examples;  ///< those of the file
    MadeExamples made;

    int fileExamples() const { return static_cast<int>(examples.size()); }
};
using DocumentRef = std::shared_ptr<const OpenDocument>;

/// Names an example of what is open.
struct ExamplePlace {
    std::uint32_t document = 0;
    int example = 0;  ///< index in the file, or id
    bool operator==(const ExamplePlace&) const = default;
};

/// The newest document, and the previous one for comparison, unless that is very large.
class OpenDocuments {
public:
    /// `madeBytes`: maximum memory for the numbers of examples that were made, of all documents together; the newest
    /// is kept in any case.
    explicit OpenDocuments(std::size_t madeBytes = std::size_t{256} << 20)
        : madeBytes_(madeBytes) {}

    /// Makes `document` the newest. Returns the ids of those that are closed by this.
    std::vector<std::uint32_t> add(Document document, std::uint64_t bytes, DocumentRef& added);
    /// Null if it is not open.
    DocumentRef find(std::uint32_t id) const;

    /// The example, shared; null if there is none, or if its numbers are not kept (wantedAt()). Keeps those of the ones
    /// that are used.
    ExampleRef exampleAt(std::uint32_t document, int example);
    /// How to make the example whose numbers are not kept; null if they are, or if there is no such example.
    const Recipe* wantedAt(std::uint32_t document, int example) const;
    /// The id of the example of that recipe, or -1.
    int idOf(std::uint32_t document, const Recipe& recipe) const;

    /// Adds an example that has been taken in (io/made_example.h) to an open document; one of the same recipe keeps its
    /// id, and its numbers if they are there. Returns its id; `gone` are those whose numbers were dropped for it.
    int addExample(std::uint32_t document, MadeExample made, std::vector<Problem> warnings,
                   std::vector<ExamplePlace>& gone);
    /// Drops the numbers of those made that were used longest ago, so that so many bytes more have room beside the others. Returns which.
    std::vector<ExamplePlace> makeRoom(std::size_t bytes);

private:
    OpenDocument* at(std::uint32_t id) const;
    void trim(std::size_t most, ExamplePlace kept, std::vector<ExamplePlace>& gone);

    std::vector<std::shared_ptr<OpenDocument>> open_;  // oldest first
    std::uint32_t nextId_ = 1;
    std::uint64_t uses_ = 0;  // counts exampleAt(): what was used last stays
    std::size_t madeBytes_;
};

/// The size of an example's numbers in memory.
std::size_t bytesOf(const Example& example);

}  // namespace hw
