// SPDX-License-Identifier: MIT
// Open documents of the engine. Internal to engine/store.
//
// A document grows. Examples made outside the engine (by a model's worker, or by hand) are added to those of its file.
// Their ids come after the file's indices. Their numbers are kept while they fit in memory. The rest is kept much
// longer, so that an example can be made again when it is used.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/attention_model.h"
#include "engine/store/made_examples.h"
#include "protocol/query.h"

namespace hw {

/// An open file, or another source of examples. Shared, so that tasks that still read it keep it alive.
struct OpenDocument {
    std::uint32_t id = 0;
    std::uint64_t bytes = 0;           ///< size of the input
    Document about;                    ///< the document without its examples
    std::vector<ExampleRef> examples;  ///< those of the file
    MadeExamples made;

    int fileExamples() const { return static_cast<int>(examples.size()); }
};
using DocumentRef = std::shared_ptr<const OpenDocument>;

/// Names an example of an open document.
struct ExamplePlace {
    std::uint32_t document = 0;
    int example = 0;  ///< index in the file, or id
    bool operator==(const ExamplePlace&) const = default;
};

/// The newest document, and the previous one for comparison, unless that is very large.
class OpenDocuments {
public:
    /// `madeBytes` is the maximum memory for the numbers of made examples, for all documents together. The newest one
    /// is always kept.
    explicit OpenDocuments(std::size_t madeBytes = std::size_t{256} << 20)
        : madeBytes_(madeBytes) {}

    /// Makes `document` the newest. Returns the ids of documents that it closes.
    std::vector<std::uint32_t> add(Document document, std::uint64_t bytes, DocumentRef& added);
    /// Null if it is not open.
    DocumentRef find(std::uint32_t id) const;

    /// The example, shared. Null if it does not exist, or if its numbers are not kept (recipeToMake()). Keeps the numbers
    /// that are used.
    ExampleRef exampleAt(std::uint32_t document, int example);
    /// How to make an example whose numbers are not kept. Null if they are, or if there is no such example.
    const Recipe* recipeToMake(std::uint32_t document, int example) const;
    /// The id of the example with that recipe, or -1.
    int idOf(std::uint32_t document, const Recipe& recipe) const;

    /// Adds a checked example (io/made_example.h) to an open document. If one has the same recipe, it keeps its id, and
    /// its numbers if it has any. Returns the id. `gone` lists examples whose numbers were dropped for it.
    int addExample(std::uint32_t document, MadeExample made, std::vector<Problem> warnings,
                   std::vector<ExamplePlace>& gone);
    /// Drops the numbers of made examples, least recently used first, until `bytes` more fit. Returns which.
    std::vector<ExamplePlace> makeRoom(std::size_t bytes);

private:
    OpenDocument* at(std::uint32_t id) const;
    void trim(std::size_t most, ExamplePlace kept, std::vector<ExamplePlace>& gone);

    std::vector<std::shared_ptr<OpenDocument>> open_;  // oldest first
    std::uint32_t nextId_ = 1;
    std::uint64_t uses_ = 0;  // counts calls of exampleAt(), to find the least recently used
    std::size_t madeBytes_;
};

/// The size of an example's numbers in memory.
std::size_t bytesOf(const Example& example);

}  // namespace hw
