// SPDX-License-Identifier: MIT
// A look at what was read. Warnings never block: they tell a person what is unusual about the data.
#pragma once

#include "core/model/attention_model.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// What the reader met: repaired text, infinities, numbers too large, keys given twice.
void addReadingWarnings(const Tree& tree, Document& document);

/// Says what people chose when opening, where the numbers are not the file's any more.
void tellChoices(const OpenOptions& options, Document& document);

/// Divides each row of all attention (not of gradients) by its sum, in double. Rows whose sum is not a
/// positive number stay as they are. Says so in the warnings. Cost: two passes over the values.
void normaliseRows(Document& document);

/// Rows that do not sum to 1 (beyond 0.01, as bfloat16 needs), negative or missing values, attention that is
/// all zero, a single layer. One warning a kind for the whole document, with the first place.
/// Cost: one pass over all values.
void checkDocument(Document& document);

}  // namespace hw::io
