// SPDX-License-Identifier: MIT
// The values of a chat template, with the meaning they have in Python and Jinja.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hw::model::jinja {

/// A string, and which of its bytes a person or the model wrote. `typed` is empty for none, or has a 0 or 1 for each of
/// `bytes`.
struct Text {
    std::string bytes;
    std::string typed;

    void append(const Text& more);
    void append(std::string_view more);
    Text part(std::size_t from, std::size_t size = std::string::npos) const;
    /// `bytes` with the marks of this text if their sizes are equal. Otherwise all are marked if any byte was.
    Text changedTo(std::string bytes) const;
    bool isTyped() const { return typed.find('\1') != std::string::npos; }
};

class Interpreter;
struct Value;
struct Scope;
struct List;
struct Dict;
struct Function;

/// A name without a value; `name` is for messages.
struct Undefined {
    std::string name;
};
struct None {};

struct Value {
    using Data =
        std::variant<Undefined, None, bool, std::int64_t, double, std::shared_ptr<const Text>,
                     std::shared_ptr<List>, std::shared_ptr<Dict>, std::shared_ptr<Function>>;
    Data data;

    Value() = default;
    template <class T>
        requires(!std::is_same_v<std::remove_cvref_t<T>, Value> && std::is_constructible_v<Data, T>)
    Value(T&& from) : data(std::forward<T>(from)) {}
    Value(Text text) : data(std::make_shared<const Text>(std::move(text))) {}
    Value(std::string text) : Value(Text{std::move(text), {}}) {}
    Value(std::string_view text) : Value(std::string(text)) {}
    Value(const char* text) : Value(std::string(text)) {}
    Value(List list);
    Value(Dict dict);

    template <class T>
    bool is() const {
        return std::holds_alternative<T>(data);
    }
    bool isDefined() const { return !is<Undefined>(); }
    bool isNone() const { return is<None>(); }
    /// An integer, including True and False, which are integers in Python.
    bool isWhole() const { return is<bool>() || is<std::int64_t>(); }
    bool isNumber() const { return isWhole() || is<double>(); }
    const Text* text() const;
    List* list() const;
    Dict* dict() const;
    Function* function() const;
    std::int64_t whole() const;  ///< requires isWhole()
    double number() const;       ///< requires isNumber()
    int depth() const;           ///< 0 except for lists and dicts
    bool truth() const;
};

// g++ asks for initialisers of members that designated initialisers leave out.
// NOLINTBEGIN(readability-redundant-member-init)
struct List {
    std::vector<Value> items{};
    bool isTuple = false;
    int depth = 1;  ///< levels of lists and dicts in it
};

struct Dict {
    std::vector<std::pair<Value, Value>> entries{};  ///< in the order of insertion
    bool isNamespace = false;                        ///< made by namespace(), or by a loop
    int depth = 1;

    /// Null if the key is missing. O(entries).
    const Value* find(const Value& key) const;
    void set(Value key, Value value);
};

// NOLINTEND(readability-redundant-member-init)

/// The arguments of a call, a filter or a test.
struct Arguments {
    std::vector<Value> values;
    std::vector<std::pair<std::string, Value>> named;

    /// The argument at position `at` or with that name; null if it is missing.
    const Value* get(std::size_t at, std::string_view name) const;
};

struct Function {
    std::string name;
    std::function<Value(Interpreter&, Arguments)> call;
    bool isDefined = true;  ///< if false, `is defined` is false even though it can be called
};

Value functionOf(std::string name, std::function<Value(Interpreter&, Arguments)> call);

bool equal(const Value& a, const Value& b);
/// Python's repr(), with strings in quotation marks. Values nested deeper than 20 levels become "...".
std::string repr(const Value& value, int depth = 0);
/// Python's str(), which a template prints.
Text textOf(const Value& value);
/// As Python prints it, except that numbers from 1e16 on have all digits.
std::string numberText(double value);
/// Parses a text that is only a decimal number.
std::optional<double> realOf(const std::string& text);
/// The type by Python's name, for messages.
std::string_view typeName(const Value& value);

}  // namespace hw::model::jinja
