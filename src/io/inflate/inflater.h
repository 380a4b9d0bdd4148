// SPDX-License-Identifier: MIT
// Packed bytes in, unpacked bytes out through a callback: deflate as it is, or in gzip's wrapping (RFC 1952).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "io/inflate/deflated.h"

namespace hw::io {

class Inflater {
public:
    enum class Wrapping { raw, gzip };
    using Sink = std::function<Result<void>(std::string_view)>;

    /// `maxExpansion`: how many times larger than its packed form the content may be, once it exceeds 64 MB.
    Inflater(Wrapping wrapping, std::uint64_t maxExpansion)
        : wrapping_(wrapping), maxExpansion_(maxExpansion) {
        restart();
    }

    /// Unpacks, and advances `bytes` past what was used (all of it, unless the packed data end earlier).
    /// Errors: syntax (damaged data), tooLarge (a zip bomb), and those of the sink.
    Result<void> push(std::string_view& bytes, const Sink& sink);
    bool done() const { return part_ == Part::ended; }
    /// Starts another stream (gzip files may be concatenated).
    void restart();
    std::uint64_t packed() const { return packed_; }
    std::uint64_t unpacked() const { return unpacked_; }

private:
    /// Of gzip's wrapping, in the order of the file.
    enum class Part { head, extraSize, extra, name, comment, headSum, content, sum, size, ended };

    bool wrapping(std::string_view& bytes);
    bool finishPart();
    Part afterHead(Part part) const;

    const Wrapping wrapping_;
    const std::uint64_t maxExpansion_;
    Deflated deflated_;
    Part part_ = Part::head;
    std::string pending_;  // of a part that is not all there
    unsigned flags_ = 0;
    std::size_t left_ = 0;       // of gzip's extra field
    std::uint32_t headSum_ = 0;  // of gzip's head so far
    std::uint32_t sum_ = 0;      // of the content
    std::uint64_t made_ = 0;     // bytes of this stream
    std::uint64_t packed_ = 0;
    std::uint64_t unpacked_ = 0;
};

}  // namespace hw::io
