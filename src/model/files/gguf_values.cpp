// SPDX-License-Identifier: MIT
#include "model/files/gguf_values.h"

#include <cstring>
#include <iterator>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

// For tokenizer.huggingface.json and chat templates.
constexpr std::uint64_t longestText = 256 << 20;
constexpr std::uint64_t longestList = 16 << 20;  // the largest vocabularies have a million entries

// ggml's numbers for types of values.
constexpr std::uint32_t truthType = 7;
constexpr std::uint32_t textType = 8;
constexpr std::uint32_t listType = 9;

/// Bytes of a number of that type; 0 if it is no number.
std::uint64_t widthOf(std::uint32_t type) {
    constexpr std::uint8_t widths[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return type < std::size(widths) ? widths[type] : 0;
}

template <class Number>
double numberAt(std::string_view bytes, std::size_t index) {
    Number value{};
    std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
    return static_cast<double>(value);
}

void unknownType(HeaderBytes& bytes, std::uint32_t type) {
    bytes.damaged(formatText("The value type {} is unknown."_tr, {type}));
}

void readList(HeaderBytes& bytes, MetaValue& value) {
    const auto type = bytes.number<std::uint32_t>();
    const auto count = bytes.number<std::uint64_t>();
    value.kind = type == textType ? MetaValue::Kind::texts : MetaValue::Kind::numbers;
    if (bytes.failed()) return;
    if (count > longestList || count > bytes.left()) {
        return bytes.damaged(
            formatText("A list in the header claims {} entries."_tr, {io::grouped(count)}));
    }
    if (type != textType) {
        const std::uint64_t width = widthOf(type);
        if (width == 0) return unknownType(bytes, type);
        value.numbers = NumberList(type, bytes.exactly(count * width));
        return;
    }
    for (std::uint64_t i = 0; i < count && !bytes.failed(); ++i) {
        value.texts.add(bytes.text(longestText));
    }
}

}  // namespace

std::size_t NumberList::size() const {
    return bytes_.empty() ? 0 : bytes_.size() / static_cast<std::size_t>(widthOf(type_));
}

double NumberList::operator[](std::size_t index) const {
    switch (type_) {
        case 0: return numberAt<std::uint8_t>(bytes_, index);
        case 1: return numberAt<std::int8_t>(bytes_, index);
        case 2: return numberAt<std::uint16_t>(bytes_, index);
        case 3: return numberAt<std::int16_t>(bytes_, index);
        case 4: return numberAt<std::uint32_t>(bytes_, index);
        case 5: return numberAt<std::int32_t>(bytes_, index);
        case 6: return numberAt<float>(bytes_, index);
        case truthType: return numberAt<std::uint8_t>(bytes_, index) != 0 ? 1.0 : 0.0;
        case 10: return numberAt<std::uint64_t>(bytes_, index);
        case 11: return numberAt<std::int64_t>(bytes_, index);
        default: return numberAt<double>(bytes_, index);
    }
}

MetaValue readMetaValue(HeaderBytes& bytes) {
    MetaValue value;
    const auto type = bytes.number<std::uint32_t>();
    if (type == textType) {
        value.kind = MetaValue::Kind::text;
        value.text = bytes.text(longestText);
    } else if (type == listType) {
        readList(bytes, value);
    } else if (const std::uint64_t width = widthOf(type); width > 0) {
        const NumberList one(type, bytes.exactly(width));
        value.kind = type == truthType ? MetaValue::Kind::truth : MetaValue::Kind::number;
        value.number = one.size() == 1 ? one[0] : 0;
    } else {
        unknownType(bytes, type);
    }
    return value;
}

}  // namespace hw::model
