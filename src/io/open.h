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

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "io/tree/open_options.h"

namespace hw {

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
