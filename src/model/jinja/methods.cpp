// SPDX-License-Identifier: MIT
// The methods of Python's dict and list that do not change their object. Templates run in a sandbox that rejects the
// others.
#include <algorithm>
#include <array>
#include <utility>

#include "core/localized_text.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/methods.h"

namespace hw::model::jinja {

namespace {

// NOLINTBEGIN(readability-named-parameter)
Value pairOf(const std::pair<Value, Value>& entry) {
    return List{.items = {entry.first, entry.second}, .isTuple = true};
}

template <class Take>
Value listOf(Interpreter& in, const Value& of, Take take) {
    List list;
    if (!in.spend(of.dict()->entries.size(), 64 * of.dict()->entries.size())) return {};
    for (const auto& entry : of.dict()->entries) list.items.push_back(take(entry));
    return list;
}

constexpr std::array<MethodRow, 4> ofDict{{
    {"get",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         if (given.values.empty()) return in.fail(std::string("A value is missing."_tr));
         if (!in.spend(of.dict()->entries.size())) return {};
         if (const Value* value = of.dict()->find(given.values[0])) return *value;
         return given.values.size() > 1 ? given.values[1] : Value(None{});
     }},
    {"items",
     [](Interpreter& in, const Value& of, const Arguments&) { return listOf(in, of, pairOf); }},
    {"keys",
     [](Interpreter& in, const Value& of, const Arguments&) {
         return listOf(in, of, [](const auto& entry) { return entry.first; });
     }},
    {"values",
     [](Interpreter& in, const Value& of, const Arguments&) {
         return listOf(in, of, [](const auto& entry) { return entry.second; });
     }},
}};

constexpr std::array<MethodRow, 2> ofList{{
    {"index",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         const std::vector<Value>& items = of.list()->items;
         if (given.values.empty() || !in.spend(items.size())) return {};
         for (std::size_t i = 0; i < items.size(); ++i)
             if (equal(items[i], given.values[0])) return static_cast<std::int64_t>(i);
         return in.fail(std::string("The value is not in the list."_tr));
     }},
    {"count",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         if (given.values.empty() || !in.spend(of.list()->items.size())) return {};
         return static_cast<std::int64_t>(std::ranges::count_if(
             of.list()->items, [&](const Value& one) { return equal(one, given.values[0]); }));
     }},
}};
// NOLINTEND(readability-named-parameter)

/// Python's methods that change their object.
constexpr std::array<std::string_view, 12> changing{"append",     "clear",   "extend", "insert",
                                                    "pop",        "popitem", "remove", "reverse",
                                                    "setdefault", "sort",    "update", "add"};

}  // namespace

Value methodOf(Interpreter& in, const Value& of, const std::string& name) {
    const auto bound = [&](Method method) -> Value {
        if (method == nullptr) return {};
        return functionOf(name, [of, method](Interpreter& run, Arguments given) {
            return method(run, of, given);
        });
    };
    if (of.text() != nullptr) return bound(textMethod(name));
    if (of.dict() == nullptr && of.list() == nullptr) return {};
    Value method =
        of.dict() != nullptr ? bound(methodIn(ofDict, name)) : bound(methodIn(ofList, name));
    if (method.isDefined() || std::ranges::find(changing, name) == changing.end()) return method;
    if (of.dict() != nullptr && of.dict()->find(Value(name)) != nullptr) return {};
    return in.fail(formatText("Changing a list or dict with “{}” is not allowed."_tr, {name}));
}

}  // namespace hw::model::jinja
