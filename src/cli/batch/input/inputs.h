// SPDX-License-Identifier: MIT
// What a batch works on: files, folders, archives, JSON Lines and standard input, as documents one after the other.
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

/// Where a document comes from, as results name it.
struct Place {
    /// As given, in UTF-8; below a folder or in an archive with its name before it. What has the name of another input, as
    /// members of an archive may, has a number behind it: "a.tar/b.json (2)".
    std::string file;
    std::uint64_t line = 0;  ///< from 1; 0: the file is no JSON Lines
    /// By which a later run sees that it is the same: of a line or a member of an archive its CRC-32, of a file
    /// its size; 0: unknown.
    std::uint32_t mark = 0;
    /// Where the line lies in its file, in bytes; size 0: the file is no JSON Lines, packed or in an archive.
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
    std::string path;  ///< "-": standard input
    std::string text;  ///< a line, a member of an archive; of standard input what was read already
    std::shared_ptr<ByteSource> rest;  ///< of standard input that is one document
    bool isFound = false;              ///< in a folder or an archive: nobody named the file itself
    bool isJson = true;                ///< false: the line is a text for a model as it is
    std::optional<Problem> problem;    ///< the input cannot be read at all
};

class Inputs {
public:
    using Known = std::function<Earlier(const Place&)>;
    /// Skips the folder of results, and what is done. With a model files hold texts (TextForm).
    Inputs(const BatchOptions& options, Known known);

    /// Nothing at the end. Folders are read as they are reached, by name; one folder's names, one line and one
    /// member of an archive are held at a time.
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
    bool givesTexts_;        ///< for a model: a line is one, whatever it looks like
    Known known_;
    std::vector<Entry> waiting_;       ///< the next one last
    std::optional<LineReader> lines_;  ///< of a file, or of a member of the archive
    Input ofLines_;                    ///< what is the same for all of them
    std::optional<ArchiveReader> archive_;
    Input ofArchive_;
    std::unordered_set<std::size_t> names_;  ///< hashes of those that were given to inputs
    std::uint64_t taken_ = 0;                ///< without the file whose lines or members are read
    std::uint64_t skipped_ = 0;
};

/// All of an input that has not been opened, unpacked: texts for a model. Errors: those of reading; tooLarge.
Result<std::string> wholeText(const Input& input, const InputOptions& options);

/// Opens a document. Errors: those of Opening and of reading.
Result<Document> openInput(const Input& input, const InputOptions& options);

}  // namespace hw::cli
