// SPDX-License-Identifier: MIT
// The meaning of lists whose entries differ in shape.
#pragma once

#include "io/axes/attention.h"

namespace hw::io {

enum class UnequalShapes {
    steps,     ///< of generation, with a cache
    repeated,  ///< of generation without one, so each step has all rows anew
    streams,   ///< pairs, XLNet's content and query stream
    inputs,    ///< of different length
    fault,
};

/// Equal squares are inputs. So are squares of other sizes whose other axes agree, and entries with an equal number of
/// lists of tokens that fit. Steps grow by exactly one row and, where each repeats those before, agree with them.
UnequalShapes meaningOf(const Tree& tree, const Nest& list, const Clues& clues);

/// The last of repeated steps, with a note.
Result<Attention> lastOf(const Tree& tree, const Nest& list, const Clues& clues,
                         const Weights* global);
/// The first of each pair.
Result<Attention> contentOf(const Tree& tree, const Nest& list, const Clues& clues,
                            const Weights* global);
/// Each entry on its own.
Result<Attention> eachOf(const Tree& tree, const Nest& list, const Clues& clues,
                         const Weights* global);

/// Why a list is none of these, such as merged tokens (Swin, ToMe), missing rows of the prompt, other heads, other
/// sizes.
Problem faultOf(const Nest& list, const Clues& clues);

}  // namespace hw::io
