// SPDX-License-Identifier: MIT
// Opening a file: bytes in, a Document or a Problem out.
//
//   Opening opening;
//   opening.begin("file.json", size);
//   while (chunk) if (auto fine = opening.push(chunk); !fine) return fine.error();
//   Result<Document> document = opening.finish();
//
// The form is recognised by content, never by name. Chunks may be cut anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/attention_model.h"
#include "core/problem.h"

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
    bool operator==(const OpenOptions&) const = default;
};

namespace io {
class Reader;
}

/// One file being opened. Not copyable; movable.
class Opening {
public:
    Opening();
    ~Opening();
    Opening(Opening&&) noexcept;
    Opening& operator=(Opening&&) noexcept;

    /// Starts, or starts anew. `totalBytes` is the size of what will be pushed, if known: progress and the
    /// memory estimate use it. `name` goes into the document and decides nothing.
    void begin(std::string name, std::optional<std::uint64_t> totalBytes = std::nullopt,
               Limits limits = {}, OpenOptions options = {});

    /// Takes the next bytes, of any number. Errors: syntax, badNumber, tooDeep, tooLarge, notRecognised,
    /// truncated. After an error only begin() may follow.
    Result<void> push(std::span<const std::byte> chunk);

    /// Ends the input and interprets it. Errors: all codes but cancelled and badArgument.
    /// The document's warnings hold what the checks found. Cost: one pass over the values.
    Result<Document> finish();

    /// Bytes pushed so far, and their share of the total in [0, 1] (0 if the total is unknown).
    std::uint64_t bytesRead() const { return bytesRead_; }
    double progress() const;

private:
    Problem lastWord(Problem problem) const;

    std::string name_;
    std::optional<std::uint64_t> totalBytes_;
    Limits limits_;
    OpenOptions options_;
    std::unique_ptr<io::Reader> reader_;
    std::uint64_t bytesRead_ = 0;
};

/// Opens bytes that are all there.
Result<Document> openBytes(std::span<const std::byte> bytes, std::string name, Limits limits = {},
                           OpenOptions options = {});

}  // namespace hw
