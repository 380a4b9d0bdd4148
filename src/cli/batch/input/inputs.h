// SPDX-License-Identifier: MIT
// The inputs of a batch: files, folders, JSON Lines and standard input, as documents one after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/batch/input/byte_source.h"
#include "cli/options.h"
#include "core/model/attention_model.h"

namespace hw::cli {

/// Where a document comes from, as results name it.
struct Place {
    std::string file;        ///< as given, in UTF-8; in a folder, with the folder's name before it
    std::uint64_t line = 0;  ///< from 1; 0: not JSON Lines
    /// Tells a later run whether it is unchanged: of a line its CRC-32, of a file its size; 0: unknown.
    std::uint32_t mark = 0;
    /// Offset of the line in its file, in bytes; size 0: the file is not JSON Lines, or packed.
    std::uint64_t at = 0;
    std::uint64_t size = 0;
};

/// The path of an input relative to a folder, "../data/a.jsonl"; unchanged for "-" and others that have none.
std::string pathFrom(const std::string& from, const std::string& path);

/// What an earlier run did with a document.
enum class Earlier {
    nothing,  ///< nothing, or not all of it
    all,      ///< all its results exist
    changed,  ///< there are results, but of other content
};

/// A document that has not been opened yet.
struct Input {
    Place place;
    std::string path;                  ///< "-": standard input
    std::string text;                  ///< a line; or the part of standard input already read
    std::shared_ptr<ByteSource> rest;  ///< of standard input, if that is one document
    bool isFound = false;              ///< found in a folder, not named by the user
    std::optional<Problem> problem;    ///< the input cannot be read at all
};

class Inputs {
public:
    using Known = std::function<Earlier(const Place&)>;
    /// Skips the folder of results, and what is done.
    Inputs(const Options& options, Known known);

    /// Nullopt at the end. Folders are listed when they are reached, sorted by name; one folder's names and
    /// one line are in memory at a time.
    std::optional<Input> next();
    /// Bytes of the inputs that were returned or skipped, and of those skipped.
    std::uint64_t taken() const;
    std::uint64_t skipped() const { return skipped_; }

private:
    struct Entry {
        std::filesystem::path path;
        bool isFound = false;
    };
    std::optional<Input> nextLine(LineReader& lines);
    std::optional<Input> begin(const Entry& entry);
    std::optional<Input> beginStandardInput();

    std::filesystem::path out_;
    std::uint64_t memory_;
    Known known_;
    std::vector<Entry> waiting_;  ///< the next one is last
    std::optional<LineReader> lines_;
    Place place_;  ///< of the lines
    std::string path_;
    bool isFound_ = false;
    std::uint64_t taken_ = 0;  ///< without the file whose lines are being read
    std::uint64_t skipped_ = 0;
};

/// The size of all inputs together; nullopt if standard input is among them. Looks up the size of every file.
std::optional<std::uint64_t> totalBytes(const Options& options);

/// Opens a document. Errors: those of Opening and of reading.
Result<Document> openInput(const Input& input, const Options& options);

}  // namespace hw::cli
