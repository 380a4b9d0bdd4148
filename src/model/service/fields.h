// SPDX-License-Identifier: MIT
// Tables of the named values of a request, so that checks, readers and help share one description.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/choice_names.h"
#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::service {

enum class FieldKind : std::uint8_t {
    text,     ///< at most `most` bytes
    whole,    ///< from `least` to `most`
    real,     ///< from `least` to `most`
    truth,    ///< true or false
    choice,   ///< the name of one of `choices`
    talk,     ///< true, or a list of texts, which are messages and answers in turn
    texts,    ///< a list of at most `most` texts
    numbers,  ///< a list of at most `most` numbers; null is NaN
    object,   ///< with `fields`
    list,     ///< a list of at most `most` such objects
    any,      ///< an object that another table checks
};

/// One value. Fields that are in no table are rejected.
struct Field {
    std::string_view name;
    FieldKind kind = FieldKind::text;
    double least = 0;
    double most = 100'000;
    std::span<const ChoiceName> choices;
    const struct FieldTable* fields = nullptr;
    bool isNeeded = false;
};

/// The fields of an object within another.
struct FieldTable {
    std::span<const Field> list;
};

/// An object of a request whose fields were checked. The tree has to outlive it.
class Values {
public:
    Values() = default;
    Values(const io::Tree& tree, io::NodeId object) : tree_(&tree), object_(object) {}

    Result<void> check(std::span<const Field> table, const std::string& place) const;
    bool has(std::string_view name) const { return node(name) != io::none; }
    std::string text(std::string_view name) const;
    int whole(std::string_view name, int otherwise = 0) const;
    double real(std::string_view name, double otherwise = 0) const;
    bool truth(std::string_view name) const;
    /// For texts, or a talk that is a list.
    std::vector<std::string> texts(std::string_view name) const;
    std::vector<double> numbers(std::string_view name) const;
    Values object(std::string_view name) const { return {*tree_, node(name)}; }
    std::vector<Values> list(std::string_view name) const;
    template <Named Choice>
    Choice choice(std::string_view name, Choice otherwise = {}) const {
        return fromName<Choice>(text(name)).value_or(otherwise);
    }

private:
    io::NodeId node(std::string_view name) const {
        return object_ == io::none ? io::none : tree_->find(object_, name);
    }

    const io::Tree* tree_ = nullptr;
    io::NodeId object_ = io::none;
};

/// How to fix a value: "Use one of: zero, mean.", "Use a number from 1 to 9."; empty for texts and lists.
std::string remedyFor(const Field& field);
/// Parses a request as a tree. Numbers of its lists stay exact. Errors: those of JSON. O(size).
Result<io::Tree> treeOf(std::string_view text);

/// Checks an object against its table. Messages prefix the names with `place`. Errors: badArgument with the place of
/// the field, for one that is missing, unknown, of another kind or out of range. O(size).
Result<void> checkFields(const io::Tree& tree, io::NodeId object, std::span<const Field> table,
                         const std::string& place);

}  // namespace hw::service
