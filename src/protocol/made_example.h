// SPDX-License-Identifier: MIT
// An example made by a model's worker or by hand, on its way into an open document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/attention_model.h"
#include "protocol/pieces.h"
#include "protocol/recipe.h"

namespace hw {

/// The contents of wire::MakeExample. Its bytes are the members in this order, with an Example's as in
/// example_fields.h.
struct MadeExample {
    std::uint32_t document = 0;  ///< document to add it to; 0 opens a new one
    std::string name;            ///< of a new document, as Document::name
    std::string form;            ///< of a new document, as Document::form
    Recipe recipe;               ///< replaces an example of the same recipe, which keeps its id
    bool isShown = true;    ///< the page shows it; false if it was made again for a waiting answer
    bool isSettled = true;  ///< false during a change: it is in no list and in no history
    Example example;
};

std::vector<std::byte> encodeExample(const MadeExample& made);
/// The message wire::MakeExample with it, in pieces. `lent` has the numbers of those tensors that have only sizes.
Pieces piecesOf(std::uint32_t ticket, const MadeExample& made,
                std::span<const BorrowedLayers> lent);

/// Code::internal for anything except exactly one MakeExample. Does not compare sizes with one another (see
/// io/made_example.h). O(length).
Result<MadeExample> decodeExample(std::span<const std::byte> bytes);

struct DecodedExample {
    std::uint32_t ticket = 0;
    Result<MadeExample> made;
};
/// Decodes a whole message wire::MakeExample from a feed, so that its numbers are in memory only once. Errors as above.
DecodedExample decodeExample(ByteFeed& feed, std::size_t length);

}  // namespace hw
