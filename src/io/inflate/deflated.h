// SPDX-License-Identifier: MIT
// Deflate (RFC 1951) undone, as far as the bytes go that are there: packed bytes in pieces of any size, unpacked ones in a window.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "io/inflate/prefix_code.h"

namespace hw::io {

/// Takes as many kinds of streams as zlib's inflate and refuses the others. Most of its time goes through literals
/// of weights, whose code is as good as random: a table of 11 bits, looked at once a literal and without a
/// question how many bits are left, takes two fifths of zlib's time for them.
class Deflated {
public:
    enum class State { wantsInput, wantsRoom, done, damaged };

    Deflated();

    /// Goes on until all is read, the window is full, the stream has ended or cannot be one. `next` moves behind what
    /// was used: all of it unless the state is another than wantsInput.
    State run(const char*& next, const char* end);
    /// What was unpacked since the last taken(); stays until the next run().
    std::string_view fresh() const { return {window_.get() + taken_, out_ - taken_}; }
    void taken();
    /// Another stream follows.
    void restart();

private:
    static constexpr std::size_t history = 32'768;
    static constexpr std::size_t most = 258;  // that one match can write
    static constexpr std::size_t piece = 262'144;
    static constexpr std::size_t slack =
        320;  // four literals, a match and what its last step writes beyond it

    enum class Part {
        header,
        storedSize,
        stored,
        counts,
        codeLengths,
        lengths,
        symbols,
        ended,
        broken
    };

    bool wants(unsigned bits);
    unsigned take(unsigned bits);
    Part header();
    Part storedSize();
    bool copyStored();
    Part counts();
    bool readCodeLengths();
    bool readLengths();
    Part makeCodes();
    bool symbol();
    void fast();
    void giveBack();

    const unsigned char* first_ = nullptr;  // of this piece
    const unsigned char* next_ = nullptr;
    const unsigned char* end_ = nullptr;
    std::uint64_t bits_ = 0;  // read and not used, the next one lowest
    unsigned held_ = 0;       // how many
    Part part_ = Part::header;
    bool isLast_ = false;
    std::unique_ptr<char[]> window_;
    std::size_t begin_ = 0;  // of what matches may name
    std::size_t out_ = 0;
    std::size_t taken_ = 0;
    std::size_t left_ = 0;  // of a stored block
    unsigned literals_ = 0;
    unsigned distances_ = 0;
    unsigned lengthCodes_ = 0;
    unsigned known_ = 0;  // lengths that were read
    std::array<std::uint8_t, 320> lengths_{};
    PrefixCode lengthCode_{7};
    PrefixCode literalCode_{11};
    PrefixCode distanceCode_{9};
};

}  // namespace hw::io
