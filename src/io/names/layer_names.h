// SPDX-License-Identifier: MIT
// Attention under names that are not in any list, such as activation caches (`blocks.0.attn.hook_pattern`), Flax
// (`encoderblock_0/attention_weights`), hooks (`encoder.layer.0.attention.self`), objects by number. Layers are arrays
// of one shape whose names are equal except for a number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/tree/key_meaning.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Arrays whose names differ in numbers only, in the order of these. Names of nested objects are combined by `.`.
struct NamedLayers {
    std::string pattern;              ///< the name with `*` for each number that differs
    std::vector<NodeId> nodes;        ///< not empty
    std::vector<std::string> places;  ///< their full names
    Shape shape;                      ///< of each
    int heads = 0;  ///< if above 0, each array is one head, layer by layer, this many per layer
    Role role = Role::self;  ///< self, encoder, decoder or cross, by its name
    bool isAttention =
        false;  ///< rows sum to 1, or its name contains attention and nothing is negative
    bool isNegative = false;  ///< some value is negative
    bool isRagged = false;    ///< squares of different size, so inputs; `shape` is of the first
    bool isPartial = false;   ///< some number is missing, or has null instead of an array
    std::vector<std::uint64_t> numbers;  ///< of `nodes`, where their names differ in one
    int rank = 0;                        ///< the larger, the likelier
};

/// All families in an object whose arrays could be attention. They have one shape, and are square or named as
/// cross-attention, or they are squares that differ only in size. The likeliest first, else in the order of the file.
/// With `values` it reads some rows of each, for isAttention and rank. O(arrays).
std::vector<NamedLayers> findNamedLayers(Tree& tree, NodeId object, bool values);

/// The arrays whose names match a pattern, in which `*` matches any text, as one family, in the order of the numbers in
/// their names. Without nodes if none matches. Their shapes may differ.
NamedLayers matchingLayers(Tree& tree, NodeId object, std::string_view pattern);

/// Names of arrays in no such family, and of the families other than `taken`, each once, `*` for numbers.
std::vector<std::string> otherArrays(Tree& tree, NodeId object,
                                     const std::vector<const NamedLayers*>& taken);

/// Whether an object has arrays that findNamedLayers would find, by kinds and sizes only.
bool hasNamedLayers(const Tree& tree, NodeId object);

}  // namespace hw::io
