// SPDX-License-Identifier: MIT
// Keys and values of a GGUF header, such as sizes of the model and its vocabulary. Lists of texts are stored as one
// text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hw::model {

/// Many texts in one, because a vocabulary has hundreds of thousands.
class TextList {
public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t index) const {
        const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
        return std::string_view(bytes_).substr(begin, ends_[index] - begin);
    }
    void add(std::string_view text) {
        bytes_ += text;
        ends_.push_back(bytes_.size());
    }

private:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

/// Numbers in the file's own type, so a list of bytes stays a list of bytes.
class NumberList {
public:
    NumberList() = default;
    /// `type` as in GGUF (gguf_values.cpp). `bytes` is a multiple of its size.
    NumberList(std::uint32_t type, std::string bytes) : type_(type), bytes_(std::move(bytes)) {}

    std::size_t size() const;
    bool empty() const { return bytes_.empty(); }
    /// Truth values are 0 and 1; 64-bit numbers are rounded to 53 bits.
    double operator[](std::size_t index) const;

private:
    std::uint32_t type_ = 0;
    std::string bytes_;
};

/// One value: a number, a truth value (0 or 1), a text, or a list of numbers or of texts.
struct MetaValue {
    enum class Kind : std::uint8_t { number, truth, text, numbers, texts };
    Kind kind = Kind::number;
    double number = 0;
    std::string text;
    NumberList numbers;
    TextList texts;
};

class Metadata {
public:
    /// In the file's order; keys are unique.
    std::vector<std::pair<std::string, MetaValue>> entries;

    /// Null if the key is missing. O(entries).
    const MetaValue* find(std::string_view key) const;
    /// The value if it is of that kind. A truth value is a number, too.
    std::optional<double> number(std::string_view key) const;
    std::optional<bool> truth(std::string_view key) const;
    std::optional<std::string_view> text(std::string_view key) const;
    /// Null if it is not a list of that kind. An empty list has the kind of its type.
    const NumberList* numbers(std::string_view key) const;
    const TextList* texts(std::string_view key) const;
};

}  // namespace hw::model
