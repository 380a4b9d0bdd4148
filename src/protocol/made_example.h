// SPDX-License-Identifier: MIT
// An example that was made elsewhere (by a model's worker, by hand), on its way into an open document.
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

/// The contents of wire::MakeExample. As bytes: the members in this order, an Example's as example_fields.h has them.
struct MadeExample {
    std::uint32_t document = 0;  ///< that it is added to; 0: it is the first of a new one
    std::string name;            ///< of a new document, as Document::name
    std::string form;            ///< of a new document, as Document::form
    Recipe recipe;               ///< an example of the same recipe is replaced, and keeps its id
    bool isShown =
        true;  ///< the page is to show it; false: it was made again for whoever waits for it
    bool isSettled =
        true;  ///< false while it is being changed: no list names it, no history leads to it
    Example example;
};

std::vector<std::byte> encodeMade(const MadeExample& made);
/// The message wire::MakeExample with it, in pieces; `lent`: the numbers of those of its tensors that have sizes only.
Pieces piecesOf(std::uint32_t ticket, const MadeExample& made, std::span<const LentLayers> lent);

/// Code::internal for anything but exactly one MadeExample. Sizes are not checked against one another
/// (io/made_example.h). O(length).
Result<MadeExample> decodeMade(std::span<const std::byte> bytes);

struct FedExample {
    std::uint32_t ticket = 0;
    Result<MadeExample> made;
};
/// A whole message wire::MakeExample whose bytes come as they are read: its numbers are in memory once. Errors: as above.
FedExample decodeMade(ByteFeed& feed, std::size_t length);

}  // namespace hw
