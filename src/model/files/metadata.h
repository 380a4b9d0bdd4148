// SPDX-License-Identifier: MIT
// Keys and values of a GGUF header: sizes of the model, its vocabulary. Lists of texts are kept as one text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hw::model {

/// Many texts in one: a vocabulary has hundreds of thousands.
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

/// Numbers as the file stores them: a list of bytes stays a list of bytes.
class NumberList {
public:
    NumberList() = default;
    /// `type` as in GGUF (gguf_values.cpp); `bytes` are whole numbers of it.
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
    std::vector<std::pair<std::string, MetaValue>> entries;  ///< as in the file; no key twice

    /// O(entries); null if the key is not there.
    const MetaValue* find(std::string_view key) const;
    /// The value if it is of that kind; a truth value is a number too.
    std::optional<double> number(std::string_view key) const;
    std::optional<bool> truth(std::string_view key) const;
    std::optional<std::string_view> text(std::string_view key) const;
    /// Null if it is not a list of that kind. An empty list has the kind that its type says.
    const NumberList* numbers(std::string_view key) const;
    const TextList* texts(std::string_view key) const;
};

}  // namespace hw::model
