// SPDX-License-Identifier: MIT
// The members of an object of tokenizer.json, with their place for messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/localized_text.h"
#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::model {

class Fields {
public:
    Fields(const io::Tree& tree, io::NodeId node, std::string place)
        : tree_(&tree), node_(node), place_(std::move(place)) {}

    const io::Tree& tree() const { return *tree_; }
    io::NodeId node() const { return node_; }
    const std::string& place() const { return place_; }
    bool isObject() const { return tree_->is(node_, io::Kind::object); }
    /// Whether the member is missing or null.
    bool lacks(std::string_view key) const;
    io::NodeId find(std::string_view key) const { return tree_->find(node_, key); }
    /// The member as a Fields object.
    Fields in(std::string_view key) const;
    /// The elements of a list, or none if it is missing. Errors: syntax if it is no list.
    Result<std::vector<Fields>> list(std::string_view key) const;

    // Each returns `other` if the member is missing or null. Errors: syntax if it has another kind.
    Result<std::string> text(std::string_view key,
                             std::optional<std::string_view> other = {}) const;
    Result<bool> truth(std::string_view key, std::optional<bool> other = {}) const;
    Result<std::int64_t> number(std::string_view key, std::optional<std::int64_t> other = {}) const;
    /// A text of one code point.
    Result<char32_t> letter(std::string_view key) const;

    /// The member "type". Errors: syntax.
    Result<std::string> type() const { return text("type"); }
    /// The error for an unknown type, by its name.
    std::unexpected<Problem> unknown(std::string_view type) const;
    /// The error for a member that is not `expected`.
    std::unexpected<Problem> wrong(std::string_view key, LocalizedText expected) const;

private:
    const io::Tree* tree_;
    io::NodeId node_;
    std::string place_;
};

}  // namespace hw::model
