// SPDX-License-Identifier: MIT
// A tar archive read from front to back. The layout is POSIX.1-2001 (ustar with extended headers), with GNU tar's
// additions, which are names of any length and sizes in base 256. Members with holes (GNU's --sparse, in its old form
// and in the three of extended headers) are recognised and refused, since their bytes in the archive are not the
// file's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "io/readers/zip_stream.h"

namespace hw::io {

class TarStream {
public:
    /// Takes the next bytes, of any number. Only files reach the taker. Errors: syntax (damaged), and those of the
    /// taker. After an error only the end may follow.
    Result<void> push(std::string_view chunk, EntryTaker& taker);
    /// True after an empty block, which is the end. All members were complete. The rest is ignored.
    bool hasEnded() const { return ended_; }
    const std::string& name() const { return name_; }

private:
    enum class Kind { none, file, name, fields, passed, map };

    Result<void> header(EntryTaker& taker);
    Result<void> data(std::string_view& chunk, EntryTaker& taker);
    Result<void> end(EntryTaker& taker);
    Result<void> readFields();
    Result<void> beginFile(EntryTaker& taker);
    Result<void> beginHoles(EntryTaker& taker, bool hasMoreMap);
    Problem damaged() const;

    Kind kind_ = Kind::none;  ///< kind of the present data; with none, a header is next
    std::string block_;       ///< of a header, up to 512 bytes
    std::string text_;        ///< of a long name or extended header
    std::string name_;
    std::optional<std::string> nextName_;
    std::optional<std::uint64_t> nextSize_;
    bool nextHasHoles_ = false;
    std::uint64_t behindMap_ = 0;  ///< bytes of data after the further blocks of a map of holes
    std::uint64_t left_ = 0;       ///< bytes of data
    std::uint64_t padding_ = 0;    ///< up to the next block
    bool ended_ = false;
};

/// True for the first block of a tar archive.
bool isTar(std::string_view head);

}  // namespace hw::io
