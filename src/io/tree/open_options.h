// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hw {

/// What a file may cost. Everything is estimated or counted before it is taken.
struct Limits {
    std::uint64_t memoryBytes = std::uint64_t{1} << 31;  ///< for what is kept of the file
    int maxDepth = 256;                                  ///< open brackets in JSON
    /// Of the unpacked bytes to the packed ones, once more than 64 MB are unpacked.
    std::uint64_t maxExpansion = 250;
};

/// Choices for files that hold more than one analysis, or too much.
struct OpenOptions {
    int example = -1;           ///< only this one of several examples; -1: all
    int batchItem = -1;         ///< only this item of a batch; -1: each becomes an example
    bool averageHeads = false;  ///< one head a layer, their mean: about 1/H of the memory
    bool halfWeights = false;   ///< keep attention (not gradients) in 16 bits: half the memory
    bool normaliseRows =
        false;  ///< divide each row by its sum; rows that sum to 0 or have no sum stay
    /// In place of the file's: for the one example, or for those without tokens of their own. Where
    /// their number does not fit, positions are numbered and a warning says so. Empty: the file's.
    std::vector<std::string> tokens;
    std::vector<std::string> decoderTokens;
    /// Names of pictures between `/`, for the regions of the one example, or one for each example; an empty name
    /// leaves what the file has.
    std::string pictures;
    /// Their data: addresses, between spaces, in the order of the names; where one is not at hand its name.
    std::string pictureData;
    /// "14x14@1", or "8x14x14@1" of frames: rows, columns, first patch token. Empty: as in the file, or found.
    std::string grid;
    bool operator==(const OpenOptions&) const = default;
};

}  // namespace hw
