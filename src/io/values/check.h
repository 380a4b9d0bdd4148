// SPDX-License-Identifier: MIT
// Checks the opened data. Warnings never block. They show anything unusual about the data.
#pragma once

#include "core/model/attention_model.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Warns of the reader's findings, such as repaired text, infinities, numbers too large, duplicate keys.
void addReadingWarnings(const Tree& tree, Document& document);

/// Warns of arrays whose type the reader had to guess (Tree::guessedTypes).
void addTypeWarnings(const Tree& tree, Document& document);

/// Warns of the user's choices when opening, where they changed the file's numbers.
void addChoiceWarnings(const OpenOptions& options, Document& document);

/// Divides each row of all attention (not of gradients) by its sum, in double. Rows whose sum is not a positive number
/// stay unchanged. Adds a warning. Cost: two passes over the values.
void normaliseRows(Document& document);

/// Swaps rows and columns of square attention matrices and their gradients, and adds a warning about it. O(values).
void transposeMatrices(Document& document);

/// Notes in the tensors whether values are missing or negative, and warns of these, of rows that do not sum to 1
/// (beyond 0.01, as bfloat16 needs), and attention that is all zero. Gives one warning per kind, with the first place.
/// Cost: one pass over the example's values.
std::vector<Problem> checkExample(Example& example);

/// The same for all examples of a file, with one warning per kind for the whole document, added to its warnings. Also
/// warns of a single layer.
/// Cost: one pass over all values.
void checkDocument(Document& document);

}  // namespace hw::io
