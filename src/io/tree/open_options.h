// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hw {

/// What a file may cost. Everything is estimated or counted before memory is allocated.
struct Limits {
    std::uint64_t memoryBytes = std::uint64_t{1} << 31;  ///< for what is kept of the file
    int maxDepth = 256;                                  ///< maximum nesting of JSON
    /// Maximum ratio of unpacked to packed bytes, once more than 64 MB are unpacked.
    std::uint64_t maxExpansion = 250;
};

/// Choices for files with more than one analysis, or too large ones.
struct OpenOptions {
    int example = -1;           ///< only this one of several examples; -1: all
    int batchItem = -1;         ///< only this item of a batch; -1: each becomes an example
    bool averageHeads = false;  ///< average the heads of each layer: about 1/H of the memory
    bool halfWeights = false;   ///< store attention (not gradients) in 16 bits: half the memory
    bool normaliseRows =
        false;  ///< divide each row by its sum; rows whose sum is 0 or not a number stay
    bool absolute = false;     ///< without signs, where these mark what dropout has dropped
    bool transposed = false;   ///< swap rows and columns of square matrices: rows are keys
    bool softmax = false;      ///< apply the softmax to each row: the file holds scores
    bool keepPadding = false;  ///< keep tokens that are padding by what their rows hold
    std::string axes;          ///< "inputs,layers,heads" (io/tree/axes.h); empty: found out
    /// Replace the file's tokens: of the one example, or of those without tokens of their own. If
    /// their number does not fit, positions are numbered, with a warning. Empty: the file's tokens.
    std::vector<std::string> tokens;
    std::vector<std::string> decoderTokens;
    /// Names of pictures between `/`, for the regions of the one example, or one for each example; an empty name
    /// leaves what the file has.
    std::string pictures;
    /// Their data: addresses, between spaces, in the order of the names; where one is not at hand its name.
    std::string pictureData;
    /// "14x14@1", or "8x14x14@1" of frames: rows, columns, first patch token. Empty: as in the file, or found.
    std::string grid;
    /// Names of the arrays that are the layers, `*` for any text: "blocks.*.attn.hook_pattern". Empty: found.
    std::string layersFrom;
    int firstTokens = 0;        ///< keep only the first queries and keys, this many; 0: all
    bool missingShare = false;  ///< add a first token that draws what each row lacks to 1
    /// For a model: run it without the unknown keys of its configuration, which may change the mathematics.
    bool ignoreKeys = false;
    /// For a model with several files of weights: the name of the one to read, or of its first shard. Empty: found.
    std::string weightsFile;
    /// For a model from a disk: what identifies it, a colon, and its name. Empty: any model.
    std::string mark;
    bool operator==(const OpenOptions&) const = default;
};

}  // namespace hw
