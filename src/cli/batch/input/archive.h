// SPDX-License-Identifier: MIT
// Archives of files, tar (POSIX.1-2001 with its extended headers, and GNU's) and zip, also packed by gzip: their members
// one after the other, from front to back, so that an archive may be longer than the memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/batch/input/byte_source.h"
#include "core/problem.h"

namespace hw::cli {

/// A file of an archive, whole.
struct Member {
    std::string name;  ///< as the archive has it, with its folders
    std::string content;
    std::optional<Problem>
        problem;  ///< it is larger than what a member may be; then without content
};

enum class ArchiveKind { none, tar, zip };

/// Which archive begins with these bytes, unpacked if they were gzip. A zip archive whose first entry is an array of
/// NumPy's (.npz) or PyTorch's is a document and no archive. Nothing while more bytes decide it, up to 64 KB; at the end
/// of the file nothing means none.
std::optional<ArchiveKind> archiveKindOf(std::string_view head);

/// Reads as much of a file as it takes. Error: cannotRead, and those of gzip.
Result<ArchiveKind> archiveKindOfFile(const std::string& path);

class ArchiveReader {
public:
    /// `head` was read from the source before. `longest`: bytes that a member may have.
    ArchiveReader(ArchiveKind kind, ByteSource source, std::string head, std::uint64_t longest);
    ArchiveReader(ArchiveReader&&) noexcept;
    ArchiveReader& operator=(ArchiveReader&&) noexcept;
    ~ArchiveReader();

    /// The next member that is a file, nothing at the end. Hidden files and folders are passed over. Errors: those of
    /// the source, and syntax, truncated, notRecognised, tooLarge of the archive; there is no next one after them.
    Result<std::optional<Member>> next();
    /// Bytes of the file so far, as they lie there.
    std::uint64_t taken() const { return source_.taken(); }

private:
    struct State;
    ByteSource source_;
    std::unique_ptr<State> state_;
};

}  // namespace hw::cli
