// SPDX-License-Identifier: MIT
// Numbers, switches and texts as bits, learned from as they come. One code for writing and reading: values go
// in and come out; when reading, what goes in is ignored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/packed/bit_coder.h"

namespace hw::io {

/// What the numbers of a link are about: each learns by itself.
enum class Field : std::uint8_t {
    flags,
    size,
    leftOut,
    bound,
    whole,
    place,
    words,
    segments,
    ratio,
    scores,
    image,
    rowTotal,
    gap,
    sign,
};

class FieldCoder {
public:
    explicit FieldCoder(BitCoder& bits) : bits_(bits) { rehearse(); }

    BitCoder& bits() { return bits_; }
    bool reads() const { return bits_.reads(); }
    /// Marks the bytes as invalid: everything read from now on is 0.
    void fail() { good_ = false; }
    bool good() const { return good_ && !bits_.overrun(); }

    bool flag(bool value, Field field);
    std::uint32_t number(std::uint32_t value, Field field);
    int signedNumber(int value, Field field);
    /// Codes the number in `value`, in place.
    void keep(int& value, Field field);
    /// `width` bits without a model, for numbers without regularity.
    std::uint32_t plain(std::uint32_t value, unsigned width);
    /// UTF-8. When reading, all calls together give at most setTextRoom() bytes, whatever the input claims.
    void text(std::string& value);
    void texts(std::vector<std::string>& list);
    /// Raw bytes; a length above `most` is treated as damage (fail()).
    void bytes(std::string& value, std::size_t most);
    void setTextRoom(std::size_t bytes) { textRoom_ = bytes; }

private:
    void rehearse();
    std::uint8_t letter(std::uint8_t value);

    BitCoder& bits_;
    bool good_ = true;
    std::size_t textRoom_ = 0;
    std::uint32_t history_ = 0;  ///< the letters before, the last one lowest
};

/// Pixels row by row, each of `channels` numbers below `levels`. When reading, `pixels` has its size.
void codePixels(FieldCoder& fields, std::vector<std::uint8_t>& pixels, int width, int channels,
                int levels);

}  // namespace hw::io
