// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hw {

/// Limits of the cost of a file. Everything is estimated or counted before memory is allocated.
struct Limits {
    std::uint64_t memoryBytes = std::uint64_t{1} << 31;  ///< for the stored parts of the file
    int maxDepth = 256;                                  ///< maximum nesting of JSON
    /// Maximum ratio of unpacked to packed bytes, once more than 64 MB are unpacked.
    std::uint64_t maxExpansion = 250;
};

/// Choices for files with more than one analysis, or too large ones.
struct OpenOptions {
    int example = -1;           ///< only this one of several examples; -1 means all
    int batchItem = -1;         ///< only this item of a batch; -1 makes each an example
    bool averageHeads = false;  ///< average the heads of each layer, for about 1/H of the memory
    bool halfWeights = false;   ///< store attention (not gradients) in 16 bits, for half the memory
    bool normaliseRows =
        false;  ///< divide each row by its sum; rows whose sum is 0 or not a number stay
    bool absolute = false;     ///< without signs, where these mark weights that dropout dropped
    bool transposed = false;   ///< swap rows and columns of square matrices, whose rows are keys
    bool softmax = false;      ///< apply the softmax to each row, since the file has scores
    bool keepPadding = false;  ///< keep tokens that are padding according to their rows
    std::string axes;  ///< "inputs,layers,heads" (io/tree/axes.h); found automatically if empty
    /// Replace the file's tokens for the one example, or for those without their own tokens. If their number does not
    /// fit, positions are numbered, with a warning. If empty, the file's tokens are used.
    std::vector<std::string> tokens;
    std::vector<std::string> decoderTokens;
    /// Names of pictures between `/`, for the regions of the one example, or one for each example. An empty name keeps
    /// the file's picture.
    std::string pictures;
    /// Their data as URLs, between spaces, in the order of the names. A picture that is not available has its name
    /// instead.
    std::string pictureData;
    /// "14x14@1", or "8x14x14@1" for frames, with rows, columns, first patch token. If empty, as in the file, or found
    /// automatically.
    std::string grid;
    /// Names of the arrays that are the layers, with `*` for any text, such as "blocks.*.attn.hook_pattern". Found
    /// automatically if empty.
    std::string layersFrom;
    int firstTokens = 0;        ///< keep only the first queries and keys, this many; 0 means all
    bool missingShare = false;  ///< add a first token that receives the missing share of each row
    /// For a model. Run it without the unknown keys of its configuration, which may change the mathematics.
    bool ignoreKeys = false;
    /// For a model with several files of weights, the name of the one to read, or of its first shard. Found
    /// automatically if empty.
    std::string weightsFile;
    /// For a model from a disk, its identifier, a colon, and its name. If empty, any model.
    std::string mark;
    bool operator==(const OpenOptions&) const = default;
};

}  // namespace hw
