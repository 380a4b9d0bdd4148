// SPDX-License-Identifier: MIT
// Reads attention under names that no list knows. Internal to io/meaning.
#pragma once

#include "io/meaning/analysis.h"
#include "io/names/layer_names.h"

namespace hw::io {

/// Tokens for whatever role the arrays turn out to have.
struct NamedTokens {
    const TokenLists& plain;
    const TokenLists& ofEncoder;
    const TokenLists& ofDecoder;
};

/// Whether attention under one key is an object of arrays by name. Of numbers alone it is a list (io/axes/nest.h).
bool isNamedObject(const Tree& tree, NodeId node);

/// Attention under one key that holds an object of arrays by name. As readFound.
Result<Attention> readNamedObject(Tree& tree, NodeId object, const std::string& place,
                                  const Clues& clues);

/// Fills stacks with what the options' pattern chooses, or with the likeliest families: self-attention, or the encoder's,
/// the decoder's and cross-attention, each with its tokens. Says what was taken and what was left alone. Nothing is filled
/// where no array has the shape of attention. Errors: notRecognised with the families to choose from (Offer::layers), and
/// those of readFound.
Result<void> readNamedParts(Tree& tree, NodeId object, const std::string& place,
                            const NamedTokens& tokens, const OpenOptions& options,
                            Document& document, Stacks& stacks);

}  // namespace hw::io
