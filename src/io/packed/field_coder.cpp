// SPDX-License-Identifier: MIT
#include "io/packed/field_coder.h"

#include <bit>

#include "io/json/utf8.h"

namespace hw::io {

namespace {

constexpr unsigned textMixer = 0;
constexpr unsigned numberMixer = 8;
constexpr unsigned plainMixer = 9;

/// Typical tokens, so that short sentences need not teach the model. Part of the format.
constexpr std::string_view usualText =
    "[CLS] [SEP] [MASK] [PAD] [UNK] <s> </s> <pad> <|endoftext|> <bos> <eos> . , ? ! ' \" - : 0 1 "
    "2 "
    "##s ##ing ##ed ##er ##ly ##es ##al ##ion \xC4\xA0the \xC4\xA0of \xC4\xA0"
    "and \xC4\xA0to \xC4\xA0in \xC4\xA0is "
    "\xE2\x96\x81the \xE2\x96\x81of \xE2\x96\x81"
    "and \xE2\x96\x81to \xE2\x96\x81in the of and to in is was it that on for "
    "with as at by not this are be from or have an they which one all would there their he she his "
    "her we you but "
    "what were when who can no more if out so said about into than them only some time very "
    "because does did "
    "house water people between after before under over where how why then these those good bad "
    "first last "
    "model attention layer head token sentence bert-base-uncased gpt2 google/vit-base-patch16-224 "
    "distilbert ";

}  // namespace

void FieldCoder::rehearse() {
    bits_.rehearse(true);
    for (const char c : usualText) letter(c == ' ' ? 0 : static_cast<std::uint8_t>(c));
    bits_.rehearse(false);
    history_ = 0;
}

bool FieldCoder::flag(bool value, Field field) {
    const std::uint32_t contexts[] = {0xA000'0000U + static_cast<std::uint32_t>(field)};
    return bits_.bit(value, contexts, numberMixer) && good();
}

// First the number of bits, one by one, then the bits below the highest.
std::uint32_t FieldCoder::number(std::uint32_t value, Field field) {
    const std::uint32_t base = 0xB000'0000U + (static_cast<std::uint32_t>(field) << 16);
    const auto each = [&](bool bit, std::uint32_t node) {
        const std::uint32_t contexts[] = {base + node};
        return bits_.bit(bit, contexts, numberMixer);
    };
    const auto width = static_cast<unsigned>(std::bit_width(value));
    unsigned length = 0;
    while (length < 32 && each(width > length, length)) ++length;
    if (length < 2) return good() ? length : 0;
    std::uint32_t read = 1;
    for (unsigned at = length - 1; at-- > 0;) {
        const bool high = length - 1 - at <= 3;
        const std::uint32_t node = 64 * length + (high ? read : 32 + at);
        read = read << 1 | (each((value >> at & 1U) != 0, node) ? 1U : 0U);
    }
    return good() ? read : 0;
}

int FieldCoder::signedNumber(int value, Field field) {
    const auto bits = static_cast<std::uint32_t>(value);
    const std::uint32_t read = number(value < 0 ? ~(bits << 1) : bits << 1, field);
    return static_cast<int>((read & 1U) != 0 ? ~(read >> 1) : read >> 1);
}

void FieldCoder::keep(int& value, Field field) {
    const int read = signedNumber(value, field);
    value = read;
}

std::uint32_t FieldCoder::plain(std::uint32_t value, unsigned width) {
    std::uint32_t read = 0;
    while (width-- > 0) {
        const std::uint32_t contexts[] = {0xC000'0000U + width};
        read = read << 1 | (bits_.bit((value >> width & 1U) != 0, contexts, plainMixer) ? 1U : 0U);
    }
    return good() ? read : 0;
}

std::uint8_t FieldCoder::letter(std::uint8_t value) {
    std::uint32_t node = 1;
    while (node < 256) {
        const auto hashed = [&](std::uint32_t order, std::uint32_t mask) {
            return ((history_ & mask) * 0x2545'F491U + order) * 0x85EB'CA6BU + node * 0xC2B2'AE35U;
        };
        const std::uint32_t contexts[] = {hashed(1, 0), hashed(2, 0xFFU), hashed(3, 0xFFFFU),
                                          hashed(4, 0xFF'FFFFU), hashed(5, 0xFFFF'FFFFU)};
        const unsigned shift = 7U - (static_cast<unsigned>(std::bit_width(node)) - 1U);
        const bool bit = bits_.bit((value >> shift & 1U) != 0, contexts, textMixer);
        node = node << 1 | (bit ? 1U : 0U);
    }
    history_ = history_ << 8 | (node & 0xFFU);
    return static_cast<std::uint8_t>(node);
}

// The byte 0 ends a text. A 0 within is written as FF, which is never in UTF-8.
void FieldCoder::text(std::string& value) {
    if (!reads()) {
        for (const char c : value) letter(c == '\0' ? 0xFF : static_cast<std::uint8_t>(c));
        letter(0);
        return;
    }
    value.clear();
    while (good()) {
        const std::uint8_t read = letter(0);
        if (read == 0) break;
        if (value.size() >= textRoom_) {
            fail();
            return;
        }
        value += read == 0xFF ? '\0' : static_cast<char>(read);
    }
    textRoom_ -= value.size();
    repairUtf8(value);
}

void FieldCoder::bytes(std::string& value, std::size_t most) {
    const std::uint32_t size = number(static_cast<std::uint32_t>(value.size()), Field::size);
    if (size > most) {
        fail();
        return;
    }
    value.resize(size);
    for (char& c : value) {
        const auto read = static_cast<std::uint8_t>(plain(static_cast<unsigned char>(c), 8));
        c = static_cast<char>(read);
    }
}

// Each text costs at least a bit even when it is well predicted, so the count is not trusted without the texts.
void FieldCoder::texts(std::vector<std::string>& list) {
    const std::uint32_t count = number(static_cast<std::uint32_t>(list.size()), Field::size);
    if (reads()) list.clear();
    for (std::uint32_t i = 0; i < count && good(); ++i) {
        if (reads()) {
            if (textRoom_ == 0) {
                fail();
                return;
            }
            --textRoom_;
            list.emplace_back();
        }
        text(list[i]);
    }
}

}  // namespace hw::io
