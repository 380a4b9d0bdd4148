// SPDX-License-Identifier: MIT
// Reads attention under names that are not in any list. Internal to io/meaning.
#pragma once

#include "io/meaning/analysis.h"
#include "io/names/layer_names.h"

namespace hw::io {

/// Tokens for any role of the arrays.
struct NamedTokens {
    const TokenLists& plain;
    const TokenLists& ofEncoder;
    const TokenLists& ofDecoder;
};

/// Whether attention under one key is an object of arrays by name. With only numbers as names it is a list
/// (io/axes/nest.h).
bool isNamedObject(const Tree& tree, NodeId node);

/// Attention under one key with an object of arrays by name. As readRole.
Result<Attention> readNamedObject(Tree& tree, NodeId object, const std::string& place,
                                  const Clues& clues);

/// Fills stacks with the families that match the options' pattern, or with the likeliest ones. These are
/// self-attention, or the encoder's, the decoder's and cross-attention, each with its tokens. Adds a note on the
/// families in use and the ignored ones. Fills nothing if no array has the shape of attention. Errors: notRecognised
/// with the families to choose from (Offer::layers), and those of readRole.
Result<void> readNamedParts(Tree& tree, NodeId object, const std::string& place,
                            const NamedTokens& tokens, const OpenOptions& options,
                            Document& document, Stacks& stacks);

}  // namespace hw::io
