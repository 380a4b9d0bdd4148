// SPDX-License-Identifier: MIT
#include "model/files/gguf_values.h"

#include <optional>

#include "core/words.h"
#include "io/tree/words.h"

namespace hw::model {

namespace {

constexpr std::uint64_t longestText = 256 << 20;  // tokenizer.huggingface.json; a template of chats
constexpr std::uint64_t longestList = 16 << 20;   // the largest vocabularies have a million entries

// ggml's numbers of types of values.
constexpr std::uint32_t truthType = 7;
constexpr std::uint32_t textType = 8;
constexpr std::uint32_t listType = 9;

/// One number of that type, and how many bytes it takes; nullopt for no type of numbers. 64-bit ones are rounded to 53 bits.
std::optional<double> readNumber(HeaderBytes& bytes, std::uint32_t type) {
    switch (type) {
        case 0: return bytes.number<std::uint8_t>();
        case 1: return bytes.number<std::int8_t>();
        case 2: return bytes.number<std::uint16_t>();
        case 3: return bytes.number<std::int16_t>();
        case 4: return bytes.number<std::uint32_t>();
        case 5: return bytes.number<std::int32_t>();
        case 6: return bytes.number<float>();
        case truthType: return bytes.number<std::uint8_t>() != 0 ? 1.0 : 0.0;
        case 10: return static_cast<double>(bytes.number<std::uint64_t>());
        case 11: return static_cast<double>(bytes.number<std::int64_t>());
        case 12: return bytes.number<double>();
        default: return std::nullopt;
    }
}

void unknownType(HeaderBytes& bytes, std::uint32_t type) {
    bytes.damaged(say("There is no type of values with the number {}."_tr, {type}));
}

void readList(HeaderBytes& bytes, MetaValue& value) {
    const auto type = bytes.number<std::uint32_t>();
    const auto count = bytes.number<std::uint64_t>();
    value.kind = type == textType ? MetaValue::Kind::texts : MetaValue::Kind::numbers;
    if (bytes.failed()) return;
    if (count > longestList || count > bytes.left()) {
        return bytes.damaged(
            say("A list in the header claims to have {} entries."_tr, {io::grouped(count)}));
    }
    for (std::uint64_t i = 0; i < count && !bytes.failed(); ++i) {
        if (type == textType) {
            value.texts.add(bytes.text(longestText));
        } else if (const auto number = readNumber(bytes, type)) {
            value.numbers.push_back(*number);
        } else {
            return unknownType(bytes, type);
        }
    }
}

}  // namespace

MetaValue readMetaValue(HeaderBytes& bytes) {
    MetaValue value;
    const auto type = bytes.number<std::uint32_t>();
    if (type == textType) {
        value.kind = MetaValue::Kind::text;
        value.text = bytes.text(longestText);
    } else if (type == listType) {
        readList(bytes, value);
    } else if (const auto number = readNumber(bytes, type)) {
        value.kind = type == truthType ? MetaValue::Kind::truth : MetaValue::Kind::number;
        value.number = *number;
    } else {
        unknownType(bytes, type);
    }
    return value;
}

}  // namespace hw::model
