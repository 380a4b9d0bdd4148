// SPDX-License-Identifier: MIT
// Numbers, switches and texts as bits, with adaptive models. The same code writes and reads. Values go in and come out.
// When reading, the input values are ignored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/packed/bit_coder.h"

namespace hw::io {

/// The meaning of a number in a link. Each field has its own model.
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
    /// Marks the bytes as damaged, so that everything read from now on is 0.
    void fail() { good_ = false; }
    bool good() const { return good_ && !bits_.overrun(); }

    bool flag(bool value, Field field);
    std::uint32_t number(std::uint32_t value, Field field);
    int signedNumber(int value, Field field);
    /// Codes `value` in place.
    void keep(int& value, Field field);
    /// Codes `width` bits without a model, for numbers without regularity.
    std::uint32_t plain(std::uint32_t value, unsigned width);
    /// Codes UTF-8. When reading, all texts together have at most setTextRoom() bytes, whatever the input.
    void text(std::string& value);
    void texts(std::vector<std::string>& list);
    /// Codes raw bytes. A length above `most` counts as damage (fail()).
    void bytes(std::string& value, std::size_t most);
    void setTextRoom(std::size_t bytes) { textRoom_ = bytes; }

private:
    void rehearse();
    std::uint8_t letter(std::uint8_t value);

    BitCoder& bits_;
    bool good_ = true;
    std::size_t textRoom_ = 0;
    std::uint32_t history_ = 0;  ///< the previous letters, the last one in the lowest bits
};

/// Codes pixels row by row, each of `channels` numbers below `levels`. When reading, `pixels` has its size.
void codePixels(FieldCoder& fields, std::vector<std::uint8_t>& pixels, int width, int channels,
                int levels);

}  // namespace hw::io
