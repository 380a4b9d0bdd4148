// SPDX-License-Identifier: MIT
// Opens a file, from bytes to a Document or a Problem.
//
//   Opening opening;
//   opening.begin("file.json", size);
//   while (chunk) if (auto fine = opening.push(chunk); !fine) return fine.error();
//   Result<Document> document = opening.finish();
//
// The form is recognised by content, never by the file's name. Chunks may be cut anywhere.
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

/// One file being opened. Movable, but not copyable.
class Opening {
public:
    Opening();
    ~Opening();
    Opening(Opening&&) noexcept;
    Opening& operator=(Opening&&) noexcept;

    /// Starts (again). `totalBytes` is the number of bytes that will be pushed, if known. Progress and the memory
    /// estimate use it. `name` goes into the document and has no other effect.
    void begin(std::string name, std::optional<std::uint64_t> totalBytes = std::nullopt,
               Limits limits = {}, OpenOptions options = {});

    /// Takes the next bytes, any number of them. Errors: syntax, badNumber, tooDeep, tooLarge, notRecognised,
    /// truncated. After an error only begin() may be called.
    Result<void> push(std::span<const std::byte> chunk);

    /// Ends the input and interprets it. Errors: all codes except cancelled and badArgument. Findings of the checks
    /// become the document's warnings. Cost: one pass over the values.
    Result<Document> finish();

    /// Bytes pushed so far, and their share of the total in [0, 1] (0 if the total is unknown).
    std::uint64_t bytesRead() const { return bytesRead_; }
    double progress() const;

private:
    Problem withoutUsedOffers(Problem problem) const;

    std::string name_;
    std::optional<std::uint64_t> totalBytes_;
    Limits limits_;
    OpenOptions options_;
    std::unique_ptr<io::Reader> reader_;
    std::uint64_t bytesRead_ = 0;
};

/// Opens a file whose bytes are all in memory. Errors: as Opening.
Result<Document> openBytes(std::span<const std::byte> bytes, std::string name, Limits limits = {},
                           OpenOptions options = {});

}  // namespace hw
