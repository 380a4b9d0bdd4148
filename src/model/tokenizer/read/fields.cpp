// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/fields.h"

#include <cmath>

#include "io/tree/number_format.h"
#include "model/unicode/utf8.h"

namespace hw::model {

using io::Kind;

bool Fields::lacks(std::string_view key) const {
    const io::NodeId node = find(key);
    return node == io::none || tree_->is(node, Kind::null);
}

Fields Fields::in(std::string_view key) const {
    return {*tree_, find(key), place_ + (place_.ends_with(' ') ? "" : ".") + io::excerpt(key)};
}

Result<std::vector<Fields>> Fields::list(std::string_view key) const {
    std::vector<Fields> out;
    if (lacks(key)) return out;
    const io::NodeId node = find(key);
    if (!tree_->is(node, Kind::array)) return wrong(key, "a list"_tr);
    for (const io::NodeId child : tree_->children(node))
        out.emplace_back(*tree_, child, in(key).place() + '[' + std::to_string(out.size()) + ']');
    return out;
}

Result<std::string> Fields::text(std::string_view key,
                                 std::optional<std::string_view> other) const {
    const io::NodeId node = find(key);
    if (tree_->is(node, Kind::string)) return std::string(tree_->string(node));
    if (other && lacks(key)) return std::string(*other);
    return wrong(key, "a string"_tr);
}

Result<bool> Fields::truth(std::string_view key, std::optional<bool> other) const {
    const io::NodeId node = find(key);
    if (tree_->is(node, Kind::boolean)) return tree_->truth(node);
    if (other && lacks(key)) return *other;
    return wrong(key, "true or false"_tr);
}

Result<std::int64_t> Fields::number(std::string_view key, std::optional<std::int64_t> other) const {
    const io::NodeId node = find(key);
    if (tree_->is(node, Kind::number)) {
        const double value = tree_->number(node);
        if (std::abs(value) <= 1e15 && std::floor(value) == value)
            return static_cast<std::int64_t>(value);
    } else if (other && lacks(key)) {
        return *other;
    }
    return wrong(key, "a whole number"_tr);
}

Result<char32_t> Fields::letter(std::string_view key) const {
    const auto value = text(key);
    if (!value) return std::unexpected(value.error());
    if (countLetters(*value) != 1) return wrong(key, "one character"_tr);
    return letterAt(*value, 0);
}

std::unexpected<Problem> Fields::unknown(std::string_view type) const {
    return std::unexpected(Problem{Code::notRecognised,
                                   place_,
                                   formatText("\"{}\" isn't supported."_tr, {io::excerpt(type)}),
                                   "Use a tokenizer without it."_tr,
                                   {}});
}

std::unexpected<Problem> Fields::wrong(std::string_view key, LocalizedText expected) const {
    return std::unexpected(
        Problem{Code::syntax,
                in(key).place(),
                formatText("Expected {}."_tr, {expected}),
                "Download the file again, or write it with the tokenizers library."_tr,
                {}});
}

}  // namespace hw::model
