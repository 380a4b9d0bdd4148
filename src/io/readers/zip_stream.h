// SPDX-License-Identifier: MIT
// A zip archive read from front to back. Entries come one after the other, without the table of contents, so that only
// the parts that the taker keeps are in memory. Layout: PKWARE's application note, section 4.3.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/localized_text.h"
#include "core/problem.h"
#include "io/readers/inflater.h"

namespace hw::io {

/// Receives an archive's entries, in the order begin, content (any number), end.
class EntryTaker {
public:
    virtual ~EntryTaker() = default;
    /// `size` is that of the content in bytes, if the archive's value can be trusted. An error ends the archive.
    virtual Result<void> begin(const std::string& name, std::optional<std::uint64_t> size) = 0;
    virtual Result<void> content(std::string_view bytes) = 0;
    virtual Result<void> end() = 0;
    /// Called for an entry that cannot be read, instead of begin, content and end. Others may follow, unless it returns
    /// an error.
    virtual Result<void> refuse(const std::string&, Problem problem) {
        return std::unexpected(std::move(problem));
    }
};

class ZipStream {
public:
    /// Remedies for an entry that cannot be read from front to back.
    struct Remedies {
        std::string_view method;  ///< packed by another method than deflate
        std::string_view sizes;   ///< not packed, with its size after it
    };

    /// `maxExpansion` applies to each entry, as for Inflater.
    ZipStream(std::uint64_t maxExpansion, Remedies remedies)
        : maxExpansion_(maxExpansion), remedies_(remedies) {}

    /// Takes the next bytes, of any number. Errors: syntax (damaged, encrypted), notRecognised (not readable from front
    /// to back), tooLarge (a bomb), and those of the taker. After an error only the end may follow.
    Result<void> push(std::string_view chunk, EntryTaker& taker);
    /// True once the table of contents has been reached. All entries were complete. The rest is ignored.
    bool hasEnded() const { return state_ == State::ended; }
    /// Name of the present entry, else of the last one.
    const std::string& name() const { return name_; }

private:
    enum class State { header, data, descriptor, ended };

    Problem damaged(LocalizedText finding) const;
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
    std::uint64_t size_ = 0;  ///< unpacked, according to the header
    std::uint32_t crc_ = 0;
    std::uint32_t sum_ = 0;
    bool hasDescriptor_ = false;
};

/// True for the first bytes of a zip archive. Needs at least four.
bool isZip(std::string_view head);

}  // namespace hw::io
