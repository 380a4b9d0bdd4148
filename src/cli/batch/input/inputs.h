// SPDX-License-Identifier: MIT
// The inputs of a batch as documents one after the other, from files, folders, archives, JSON Lines and standard input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "cli/batch/input/archive.h"
#include "cli/batch/input/byte_source.h"
#include "cli/options.h"
#include "core/model/attention_model.h"

namespace hw::cli {

/// Where a document comes from, with the names that results use.
struct Place {
    /// As given, in UTF-8. In a folder or an archive, its name comes before the file's. A repeated name, as in
    /// archives, gets a number: "a.tar/b.json (2)".
    std::string file;
    std::uint64_t line = 0;  ///< from 1; 0 if the file is not JSON Lines
    /// A later run compares it to see whether the document is the same. The CRC-32 of a line or a member of an archive,
    /// the size of a file, 0 if unknown.
    std::uint32_t mark = 0;
    /// Where the line is in its file, in bytes. Size 0 if the file is not JSON Lines, is packed, or is in an archive.
    std::uint64_t at = 0;
    std::uint64_t size = 0;
};

/// The path of an input relative to a folder, "../data/a.jsonl". Unchanged for "-" and others without a path.
std::string pathFrom(const std::string& from, const std::string& path);

/// How far an earlier run got with a document.
enum class PriorResults {
    nothing,  ///< nothing, or not all of it
    all,      ///< all its results exist
    changed,  ///< there are results, but for other content
};

/// A document that has not been opened yet.
struct Input {
    Place place;
    std::string path;  ///< "-" for standard input
    std::string
        text;  ///< a line or a member of an archive, or the part of standard input that was read already
    std::shared_ptr<ByteSource> rest;  ///< for standard input that is one document
    bool isFound = false;              ///< found in a folder or an archive, not named by the user
    bool isJson = true;                ///< false if the line is a text for a model
    std::optional<Problem> problem;    ///< the input cannot be read at all
};

class Inputs {
public:
    using PriorLookup = std::function<PriorResults(const Place&)>;
    /// Skips the folder of results, and finished documents. With a model, files contain texts (TextForm).
    Inputs(const BatchOptions& options, PriorLookup known);

    /// Nothing at the end. Reads folders when it reaches them, by name. Memory: the names of one folder, one line and
    /// one member of an archive.
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
    std::optional<Input> nextMember(ArchiveReader& archive);
    void beginLines(ByteSource source, std::string head, const Input& input);
    void beginArchive(ArchiveKind kind, ByteSource source, std::string head, const Input& input);
    void endLines(const LineReader& lines);
    std::optional<Problem> beginContainer(Input& input);
    Result<bool> hasLines(std::string_view name, ByteSource source, Input& input) const;
    std::optional<Input> begin(const Entry& entry);
    std::optional<Input> beginStream(const std::string& path);
    std::string nameOnce(std::string name);

    std::filesystem::path out_;
    std::uint64_t longest_;  ///< bytes of a line, of a member
    bool givesTexts_;        ///< every line is a text for a model, even if it looks like JSON
    PriorLookup known_;
    std::vector<Entry> waiting_;       ///< the next one is the last element
    std::optional<LineReader> lines_;  ///< lines of a file, or of a member of the archive
    Input ofLines_;                    ///< the members that all inputs of one file share
    std::optional<ArchiveReader> archive_;
    Input ofArchive_;
    std::unordered_set<std::size_t> names_;  ///< hashes of the names given to inputs
    std::uint64_t taken_ = 0;  ///< without the file whose lines or members are being read
    std::uint64_t skipped_ = 0;
};

/// The whole unpacked content of an input that has not been opened, as texts for a model. Errors: those of reading;
/// tooLarge.
Result<std::string> wholeText(const Input& input, const InputOptions& options);

/// Opens a document. Errors: those of Opening and of reading.
Result<Document> openInput(const Input& input, const InputOptions& options);

}  // namespace hw::cli
