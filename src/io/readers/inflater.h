// SPDX-License-Identifier: MIT
// zlib's inflate as a value type, with packed bytes in and unpacked bytes out through a callback.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::io {

class Inflater {
public:
    enum class Wrapping { raw, gzip };
    using Sink = std::function<Result<void>(std::string_view)>;

    /// `maxExpansion` is how many times larger than its packed form the content may be, once it exceeds 64 MB.
    Inflater(Wrapping wrapping, std::uint64_t maxExpansion);
    ~Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Unpacks, and advances `bytes` past the used part (all of it, unless the packed data end earlier).
    /// Errors: syntax (damaged data), tooLarge (a zip bomb), and those of the sink.
    Result<void> push(std::string_view& bytes, const Sink& sink);
    bool done() const { return done_; }
    /// Starts another stream (gzip files may be concatenated).
    void restart();
    std::uint64_t packed() const { return packed_; }
    std::uint64_t unpacked() const { return unpacked_; }

private:
    struct State;
    std::unique_ptr<State> state_;
    std::string buffer_;
    std::uint64_t maxExpansion_;
    std::uint64_t packed_ = 0;
    std::uint64_t unpacked_ = 0;
    bool done_ = false;
};

/// CRC-32 of zip and gzip, continued from `crc` (start with 0).
std::uint32_t crc32Of(std::uint32_t crc, std::string_view bytes);

}  // namespace hw::io
