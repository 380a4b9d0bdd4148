// SPDX-License-Identifier: MIT
// Examples of an open document that are not in its file. Internal to engine/store.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "protocol/made_example.h"
#include "protocol/query.h"

namespace hw {

/// Shared, so that tasks that still read it keep it alive when it is dropped.
using ExampleRef = std::shared_ptr<const Example>;

/// One of them. Only its numbers may be dropped.
struct StoredExample {
    int id = 0;
    Recipe recipe;
    std::string title;
    std::string text;
    std::vector<Problem> warnings;
    bool isSettled = false;     ///< lists include it
    ExampleRef example;         ///< null if dropped, to be made again when needed
    std::uint64_t lastUse = 0;  ///< in the count of OpenDocuments
};

class MadeExamples {
public:
    MadeExamples() = default;
    /// `firstId` comes after the examples of the file.
    explicit MadeExamples(int firstId) : nextId_(firstId) {}

    const std::vector<StoredExample>& all() const { return kept_; }
    const StoredExample* find(int id) const {
        const auto found = std::ranges::find(kept_, id, &StoredExample::id);
        return found == kept_.end() ? nullptr : &*found;
    }
    StoredExample* find(int id) { return at(std::ranges::find(kept_, id, &StoredExample::id)); }
    StoredExample* find(const Recipe& recipe) {
        return at(std::ranges::find(kept_, recipe, &StoredExample::recipe));
    }

    /// Adds an example, or the numbers of an existing one. Above the maximum, the oldest one that is not in lists is
    /// removed.
    StoredExample& put(MadeExample made, std::vector<Problem> warnings);
    /// Among those that have numbers, the one used longest ago, except `keep`. Null if there is none.
    StoredExample* oldestUse(int keep);
    std::size_t bytes() const;
    /// The newest settled ones, oldest first.
    std::vector<ListedExample> list() const;

private:
    StoredExample* at(std::vector<StoredExample>::iterator found) {
        return found == kept_.end() ? nullptr : &*found;
    }
    std::vector<StoredExample> kept_;  // in the order of their ids
    int nextId_ = 0;
};

}  // namespace hw
