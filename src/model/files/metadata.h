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

/// One value: a number, a truth value (0 or 1), a text, or a list of numbers or of texts.
struct MetaValue {
    enum class Kind : std::uint8_t { number, truth, text, numbers, texts };
    Kind kind = Kind::number;
    double number = 0;
    std::string text;
    std::vector<double> numbers;  ///< truth values as 0 and 1
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
    const std::vector<double>* numbers(std::string_view key) const;
    const TextList* texts(std::string_view key) const;
};

}  // namespace hw::model
