// SPDX-License-Identifier: MIT
// Examples of an open document that are in no file. Internal to engine/store.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "protocol/made_example.h"
#include "protocol/query.h"

namespace hw {

/// Shared, so that work which still reads it keeps it alive when it is dropped.
using ExampleRef = std::shared_ptr<const Example>;

/// One of them; all but its numbers stays.
struct KeptExample {
    int id = 0;
    Recipe recipe;
    std::string title;
    std::string text;
    std::vector<Problem> warnings;
    bool isSettled = false;     ///< lists name it
    ExampleRef example;         ///< null: dropped, to be made again when somebody needs it
    std::uint64_t lastUse = 0;  ///< as OpenDocuments counts
};

class MadeExamples {
public:
    MadeExamples() = default;
    /// `firstId`: behind the examples of the file.
    explicit MadeExamples(int firstId) : nextId_(firstId) {}

    const std::vector<KeptExample>& all() const { return kept_; }
    const KeptExample* find(int id) const {
        const auto found = std::ranges::find(kept_, id, &KeptExample::id);
        return found == kept_.end() ? nullptr : &*found;
    }
    KeptExample* find(int id) { return at(std::ranges::find(kept_, id, &KeptExample::id)); }
    KeptExample* find(const Recipe& recipe) {
        return at(std::ranges::find(kept_, recipe, &KeptExample::recipe));
    }

    /// Adds one, or the numbers of one that is there. The oldest that no list names goes when there are very many.
    KeptExample& put(MadeExample made, std::vector<Problem> warnings);
    /// Of those that have numbers, the one used longest ago, but for `keep`; null if there is none.
    KeptExample* oldestUse(int keep);
    std::size_t bytes() const;
    /// The newest that are settled, oldest first.
    std::vector<ListedExample> list() const;

private:
    KeptExample* at(std::vector<KeptExample>::iterator found) {
        return found == kept_.end() ? nullptr : &*found;
    }
    std::vector<KeptExample> kept_;  // in the order of their ids
    int nextId_ = 0;
};

}  // namespace hw
