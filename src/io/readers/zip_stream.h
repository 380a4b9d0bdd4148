// SPDX-License-Identifier: MIT
// A zip archive read from front to back: entries one after the other, without its table of contents, so that nothing
// but what the taker keeps is held. Layout: PKWARE's application note, section 4.3.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/problem.h"
#include "core/words.h"
#include "io/readers/inflater.h"

namespace hw::io {

/// What an archive's entries are given to, in the order begin, content (any number), end.
class EntryTaker {
public:
    virtual ~EntryTaker() = default;
    /// `size`: of the content in bytes, where the archive can be believed. An error ends the archive.
    virtual Result<void> begin(const std::string& name, std::optional<std::uint64_t> size) = 0;
    virtual Result<void> content(std::string_view bytes) = 0;
    virtual Result<void> end() = 0;
    /// An entry that cannot be read, in the place of begin, content and end; others may follow, unless it is an error.
    virtual Result<void> refuse(const std::string&, Problem problem) {
        return std::unexpected(std::move(problem));
    }
};

class ZipStream {
public:
    /// What to say of an entry that cannot be read from front to back.
    struct Remedies {
        std::string_view method;  ///< it is packed by another method than deflate
        std::string_view sizes;   ///< it is not packed, and its size stands behind it
    };

    /// `maxExpansion`: as for Inflater, of each entry.
    ZipStream(std::uint64_t maxExpansion, Remedies remedies)
        : maxExpansion_(maxExpansion), remedies_(remedies) {}

    /// Takes the next bytes, of any number. Errors: syntax (damaged, encrypted), notRecognised (not readable from
    /// front to back), tooLarge (a bomb), and what the taker returns; after one only the end may follow.
    Result<void> push(std::string_view chunk, EntryTaker& taker);
    /// The table of contents has been reached: all entries were complete. What follows is left alone.
    bool hasEnded() const { return state_ == State::ended; }
    /// Of the present entry, else of the last one.
    const std::string& name() const { return name_; }

private:
    enum class State { header, data, descriptor, ended };

    Problem damaged(Words finding) const;
    Result<void> header(std::string_view& chunk, EntryTaker& taker);
    Result<void> beginEntry(EntryTaker& taker);
    void readZip64(std::string_view extra, std::uint64_t& size);
    Result<void> content(std::string_view bytes, EntryTaker& taker);
    Result<void> data(std::string_view& chunk, EntryTaker& taker);
    Result<void> endEntry(EntryTaker& taker);
    Result<void> endChecked(EntryTaker& taker, std::uint32_t crc);
    Result<void> descriptor(std::string_view& chunk, EntryTaker& taker);

    std::uint64_t maxExpansion_;
    Remedies remedies_;
    State state_ = State::header;
    std::string pending_;
    std::string name_;
    std::unique_ptr<Inflater> inflater_;
    std::uint64_t left_ = 0;
    std::uint64_t size_ = 0;  ///< unpacked, as the header says
    std::uint32_t crc_ = 0;
    std::uint32_t sum_ = 0;
    bool hasDescriptor_ = false;
};

/// True for the first bytes of a zip archive, of which at least four are there.
bool isZip(std::string_view head);

}  // namespace hw::io
