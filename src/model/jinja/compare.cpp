// SPDX-License-Identifier: MIT
// Comparisons, tests (`is defined`) and the values of a loop.
#include <algorithm>
#include <array>
#include <utility>

#include "io/tree/number_format.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/strings.h"

namespace hw::model::jinja {

bool Interpreter::less(const Value& a, const Value& b) {
    if (failed()) return false;
    if (a.isNumber() && b.isNumber()) {
        if (a.isWhole() && b.isWhole()) return a.whole() < b.whole();
        return a.number() < b.number();
    }
    // UTF-8 has the order of code points.
    if (a.text() != nullptr && b.text() != nullptr) return a.text()->bytes < b.text()->bytes;
    if (const List *one = a.list(), *other = b.list(); one != nullptr && other != nullptr) {
        for (std::size_t i = 0; i < std::min(one->items.size(), other->items.size()); ++i)
            if (!equal(one->items[i], other->items[i]))
                return spend(1) && less(one->items[i], other->items[i]);
        return one->items.size() < other->items.size();
    }
    fail(formatText("“{}” does not apply to {} and {}."_tr, {"<", typeName(a), typeName(b)}));
    return false;
}

bool Interpreter::contains(const Value& in, const Value& value) {
    if (failed()) return false;
    if (const Text* text = in.text()) {
        if (value.text() == nullptr) {
            fail(
                formatText("“{}” does not apply to {} and {}."_tr, {"in", typeName(value), "str"}));
            return false;
        }
        return spend(text->bytes.size() / 16) &&
               text->bytes.find(value.text()->bytes) != std::string::npos;
    }
    if (const Dict* dict = in.dict(); dict != nullptr && !dict->isNamespace)
        return spend(dict->entries.size()) && dict->find(value) != nullptr;
    if (const List* list = in.list())
        return spend(list->items.size()) && std::ranges::any_of(list->items, [&](const Value& one) {
                   return equal(one, value);
               });
    if (in.isDefined()) fail(formatText("{} can’t contain values."_tr, {typeName(in)}));
    return false;
}

Value Interpreter::compare(const Expression& expression) {
    Value left = evaluate(expression.parts[0]);
    for (std::size_t i = 0; i < expression.operators.size(); ++i) {
        Value right = evaluate(expression.parts[i + 1]);
        if (failed()) return {};
        const std::string& sign = expression.operators[i];
        bool holds = false;
        if (sign == "==")
            holds = equal(left, right);
        else if (sign == "!=")
            holds = !equal(left, right);
        else if (sign == "in")
            holds = contains(right, left);
        else if (sign == "not in")
            holds = !contains(right, left);
        else if (sign == "<")
            holds = less(left, right);
        else if (sign == ">")
            holds = less(right, left);
        else if (sign == "<=")
            holds = equal(left, right) || less(left, right);
        else
            holds = equal(left, right) || less(right, left);
        if (!holds || failed()) return false;
        left = std::move(right);
    }
    return true;
}

std::vector<Value> Interpreter::itemsOf(const Value& value) {
    std::vector<Value> items;
    if (failed() || !value.isDefined()) return items;
    if (const List* list = value.list()) {
        if (spend(list->items.size(), 32 * list->items.size())) items = list->items;
    } else if (const Dict* dict = value.dict(); dict != nullptr && !dict->isNamespace) {
        if (spend(dict->entries.size(), 32 * dict->entries.size()))
            for (const auto& [key, own] : dict->entries) items.push_back(key);
    } else if (const Text* text = value.text()) {
        if (!spend(text->bytes.size(), 64 * text->bytes.size())) return items;
        const std::vector<std::size_t> letters = lettersOf(text->bytes);
        for (std::size_t i = 0; i + 1 < letters.size(); ++i)
            items.emplace_back(text->part(letters[i], letters[i + 1] - letters[i]));
    } else {
        fail(formatText("{} can’t be looped over."_tr, {typeName(value)}));
    }
    return items;
}

namespace {

using Check = bool (*)(Interpreter&, const Value&, const Value&);

bool isCase(const Value& of, bool isUpper) {
    const std::string text = textOf(of).bytes;
    return text == inCase(text, isUpper) && text != inCase(text, !isUpper);
}

bool divides(Interpreter& in, const Value& of, std::int64_t by, std::int64_t rest) {
    if (!of.isWhole() || by == 0) {
        in.fail(formatText("{} can’t be divided."_tr, {typeName(of)}));
        return false;
    }
    if (by == -1) return rest == 0;
    return (of.whole() % by + by) % by == rest;
}

struct TestRow {
    std::string_view name;
    Check check;
};

// NOLINTBEGIN(readability-named-parameter)
constexpr std::array<TestRow, 35> tests{{
    {"defined",
     [](Interpreter&, const Value& v, const Value&) {
         return v.isDefined() && (v.function() == nullptr || v.function()->isDefined);
     }},
    {"undefined",
     [](Interpreter&, const Value& v, const Value&) {
         return !v.isDefined() || (v.function() != nullptr && !v.function()->isDefined);
     }},
    {"none", [](Interpreter&, const Value& v, const Value&) { return v.isNone(); }},
    {"boolean", [](Interpreter&, const Value& v, const Value&) { return v.is<bool>(); }},
    {"true", [](Interpreter&, const Value& v, const Value&) { return v.is<bool>() && v.truth(); }},
    {"false",
     [](Interpreter&, const Value& v, const Value&) { return v.is<bool>() && !v.truth(); }},
    {"integer", [](Interpreter&, const Value& v, const Value&) { return v.is<std::int64_t>(); }},
    {"float", [](Interpreter&, const Value& v, const Value&) { return v.is<double>(); }},
    {"number", [](Interpreter&, const Value& v, const Value&) { return v.isNumber(); }},
    {"string", [](Interpreter&, const Value& v, const Value&) { return v.text() != nullptr; }},
    {"mapping", [](Interpreter&, const Value& v,
                   const Value&) { return v.dict() != nullptr && !v.dict()->isNamespace; }},
    {"sequence",
     [](Interpreter&, const Value& v, const Value&) {
         return v.text() != nullptr || v.list() != nullptr ||
                (v.dict() != nullptr && !v.dict()->isNamespace) || !v.isDefined();
     }},
    {"iterable",
     [](Interpreter&, const Value& v, const Value&) {
         return v.text() != nullptr || v.list() != nullptr ||
                (v.dict() != nullptr && !v.dict()->isNamespace) || !v.isDefined();
     }},
    {"callable",
     [](Interpreter&, const Value& v, const Value&) { return v.function() != nullptr; }},
    {"lower", [](Interpreter&, const Value& v, const Value&) { return isCase(v, false); }},
    {"upper", [](Interpreter&, const Value& v, const Value&) { return isCase(v, true); }},
    {"odd", [](Interpreter& in, const Value& v, const Value&) { return divides(in, v, 2, 1); }},
    {"even", [](Interpreter& in, const Value& v, const Value&) { return divides(in, v, 2, 0); }},
    {"divisibleby", [](Interpreter& in, const Value& v,
                       const Value& w) { return divides(in, v, w.isWhole() ? w.whole() : 0, 0); }},
    {"eq", [](Interpreter&, const Value& v, const Value& w) { return equal(v, w); }},
    {"==", [](Interpreter&, const Value& v, const Value& w) { return equal(v, w); }},
    {"equalto", [](Interpreter&, const Value& v, const Value& w) { return equal(v, w); }},
    {"ne", [](Interpreter&, const Value& v, const Value& w) { return !equal(v, w); }},
    {"!=", [](Interpreter&, const Value& v, const Value& w) { return !equal(v, w); }},
    {"lt", [](Interpreter& in, const Value& v, const Value& w) { return in.less(v, w); }},
    {"lessthan", [](Interpreter& in, const Value& v, const Value& w) { return in.less(v, w); }},
    {"<", [](Interpreter& in, const Value& v, const Value& w) { return in.less(v, w); }},
    {"gt", [](Interpreter& in, const Value& v, const Value& w) { return in.less(w, v); }},
    {"greaterthan", [](Interpreter& in, const Value& v, const Value& w) { return in.less(w, v); }},
    {">", [](Interpreter& in, const Value& v, const Value& w) { return in.less(w, v); }},
    {"le",
     [](Interpreter& in, const Value& v, const Value& w) { return equal(v, w) || in.less(v, w); }},
    {"<=",
     [](Interpreter& in, const Value& v, const Value& w) { return equal(v, w) || in.less(v, w); }},
    {"ge",
     [](Interpreter& in, const Value& v, const Value& w) { return equal(v, w) || in.less(w, v); }},
    {">=",
     [](Interpreter& in, const Value& v, const Value& w) { return equal(v, w) || in.less(w, v); }},
    {"sameas", [](Interpreter&, const Value& v,
                  const Value& w) { return v.data.index() == w.data.index() && equal(v, w); }},
}};
// NOLINTEND(readability-named-parameter)

}  // namespace

bool Interpreter::test(const std::string& name, const Value& of, const Arguments& arguments) {
    if (failed()) return false;
    const Value* given = arguments.get(0, "");
    const Value other = given == nullptr ? Value() : *given;
    if (name == "in") return contains(other, of);
    const auto row = std::ranges::find(tests, name, &TestRow::name);
    if (row == tests.end()) {
        fail(formatText("Unsupported test “{}”."_tr, {io::excerpt(name)}), Code::notRecognised);
        return false;
    }
    return row->check(*this, of, other);
}

}  // namespace hw::model::jinja
