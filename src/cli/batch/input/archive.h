// SPDX-License-Identifier: MIT
// Archives of files, tar (POSIX.1-2001 with its extended headers, and GNU's) and zip, also packed by gzip. Members are
// read one after the other, from front to back, so that an archive may be longer than the memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/batch/input/byte_source.h"
#include "core/problem.h"

namespace hw::cli {

/// A whole file in an archive.
struct Member {
    std::string name;  ///< the name in the archive, with its folders
    std::string content;
    std::optional<Problem> problem;  ///< the member is too large, and its content is dropped
};

enum class ArchiveKind { none, tar, zip };

/// The kind of archive that begins with these bytes, unpacked if they were gzip. A zip archive whose first entry is an
/// array of NumPy (.npz) or PyTorch is a document and no archive. Nothing while more bytes are needed, up to 64 KB. At
/// the end of the file, nothing means no archive.
std::optional<ArchiveKind> archiveKindOf(std::string_view head);

/// Reads only as much of a file as it needs. Error: cannotRead, and those of gzip.
Result<ArchiveKind> archiveKindOfFile(const std::string& path);

class ArchiveReader {
public:
    /// `head` was read from the source before. `longest` is the size limit of a member in bytes.
    ArchiveReader(ArchiveKind kind, ByteSource source, std::string head, std::uint64_t longest);
    ArchiveReader(ArchiveReader&&) noexcept;
    ArchiveReader& operator=(ArchiveReader&&) noexcept;
    ~ArchiveReader();

    /// The next member that is a file, nothing at the end. Skips hidden files and folders. Errors: those of the source,
    /// and syntax, truncated, notRecognised, tooLarge of the archive. After an error there is no next member.
    Result<std::optional<Member>> next();
    /// Bytes of the file so far, before unpacking.
    std::uint64_t taken() const { return source_.taken(); }

private:
    struct State;
    ByteSource source_;
    std::unique_ptr<State> state_;
};

}  // namespace hw::cli
