// SPDX-License-Identifier: MIT
// Jinja's filters of lists.
#include <algorithm>
#include <array>
#include <utility>

#include "core/localized_text.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/methods.h"
#include "model/jinja/strings.h"

namespace hw::model::jinja {

namespace {

/// The items that a test, or their truth, selects, or the others if `keeps` is false. `ofAttribute` tests an attribute
/// of each.
template <bool keeps, bool ofAttribute>
Value select(Interpreter& in, const Value& of, const Arguments& given) {
    constexpr std::size_t at = ofAttribute ? 1 : 0;
    if (given.values.size() < at) return missingValue(in);
    Arguments more;
    if (given.values.size() > at + 1)
        more.values.assign(given.values.begin() + at + 1, given.values.end());
    List list;
    if (!of.truth()) return list;
    for (const Value& one : in.itemsOf(of)) {
        const Value tested = ofAttribute ? pathOf(in, one, given.values[0]) : one;
        const bool holds = given.values.size() > at
                               ? in.test(textOf(given.values[at]).bytes, tested, more)
                               : tested.truth();
        if (!in.spend(2)) return {};
        if (holds == keeps) list.items.push_back(one);
    }
    return list;
}

Value map(Interpreter& in, const Value& of, const Arguments& given) {
    List list;
    const Value* attribute = given.get(1000, "attribute");
    const Value* standard = given.get(1000, "default");
    if (!of.truth()) return list;
    if (attribute == nullptr && given.values.empty()) return missingValue(in);
    Arguments more{.values = {}, .named = given.named};
    if (given.values.size() > 1) more.values.assign(given.values.begin() + 1, given.values.end());
    for (const Value& one : in.itemsOf(of)) {
        if (!in.spend(2)) return {};
        if (attribute == nullptr) {
            list.items.push_back(in.filter(textOf(given.values[0]).bytes, one, more));
            continue;
        }
        Value value = pathOf(in, one, *attribute);
        list.items.push_back(value.isDefined() || standard == nullptr ? std::move(value)
                                                                      : *standard);
    }
    return list;
}

/// The key by which a filter sorts and compares: an attribute, in lower case unless `case_sensitive`.
Value keyOf(Interpreter& in, const Value& one, const Value* attribute, bool byCase) {
    Value key = attribute == nullptr || attribute->isNone() ? one : pathOf(in, one, *attribute);
    if (key.text() != nullptr && !byCase) return inCase(key.text()->bytes, false);
    return key;
}

std::vector<Value> sorted(Interpreter& in, std::vector<Value> items, const Value* attribute,
                          bool byCase, bool reverse) {
    std::vector<std::pair<Value, Value>> keyed;
    keyed.reserve(items.size());
    for (Value& one : items) {
        Value key = keyOf(in, one, attribute, byCase);
        keyed.emplace_back(std::move(key), std::move(one));
    }
    if (!in.spend(20 * keyed.size(), 64 * keyed.size())) return {};
    std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
        return reverse ? in.less(b.first, a.first) : in.less(a.first, b.first);
    });
    std::vector<Value> out;
    for (auto& [key, one] : keyed) out.push_back(std::move(one));
    return out;
}

Value sort(Interpreter& in, const Value& of, const Arguments& given) {
    return List{.items = sorted(in, in.itemsOf(of), given.get(2, "attribute"),
                                flagAt(given, 1, "case_sensitive"), flagAt(given, 0, "reverse"))};
}

Value dictSort(Interpreter& in, const Value& of, const Arguments& given) {
    if (of.dict() == nullptr) return in.fail(formatText("{} is not a dict."_tr, {typeName(of)}));
    const Value* by = given.get(1, "by");
    const Value at =
        by != nullptr && textOf(*by).bytes == "value" ? std::int64_t{1} : std::int64_t{0};
    std::vector<Value> items;
    for (const auto& [key, value] : of.dict()->entries)
        items.emplace_back(List{.items = {key, value}, .isTuple = true});
    return List{.items = sorted(in, std::move(items), &at, flagAt(given, 0, "case_sensitive"),
                                flagAt(given, 2, "reverse"))};
}

template <bool isMost>
Value extreme(Interpreter& in, const Value& of, const Arguments& given) {
    const Value* attribute = given.get(1, "attribute");
    const bool byCase = flagAt(given, 0, "case_sensitive");
    Value best;
    Value bestKey;
    for (const Value& one : in.itemsOf(of)) {
        Value key = keyOf(in, one, attribute, byCase);
        if (!in.spend(1)) return {};
        if (!best.isDefined() || (isMost ? in.less(bestKey, key) : in.less(key, bestKey))) {
            best = one;
            bestKey = std::move(key);
        }
    }
    return best;
}

Value unique(Interpreter& in, const Value& of, const Arguments& given) {
    List list;
    std::vector<Value> seen;
    for (const Value& one : in.itemsOf(of)) {
        Value key = keyOf(in, one, given.get(1, "attribute"), flagAt(given, 0, "case_sensitive"));
        if (!in.spend(1 + seen.size())) return {};
        if (std::ranges::any_of(seen, [&](const Value& before) { return equal(before, key); }))
            continue;
        seen.push_back(std::move(key));
        list.items.push_back(one);
    }
    return list;
}

Value sum(Interpreter& in, const Value& of, const Arguments& given) {
    const Value* attribute = given.get(0, "attribute");
    const Value* start = given.get(1, "start");
    Value total = start != nullptr ? *start : Value(std::int64_t{0});
    for (const Value& one : in.itemsOf(of))
        total = in.add(total, attribute == nullptr ? one : pathOf(in, one, *attribute));
    return total;
}

Value reversed(Interpreter& in, const Value& of, const Arguments&) {
    std::vector<Value> items = in.itemsOf(of);
    std::ranges::reverse(items);
    if (of.text() == nullptr) return List{.items = std::move(items)};
    Text text;
    for (const Value& one : items) text.append(*one.text());
    return text;
}

template <bool isLast>
Value end(Interpreter& in, const Value& of, const Arguments&) {
    const std::vector<Value> items = in.itemsOf(of);
    if (items.empty()) return Undefined{isLast ? "last" : "first"};
    return isLast ? items.back() : items.front();
}

// NOLINTBEGIN(readability-named-parameter)
constexpr std::array<MethodRow, 15> listFilters{{
    {"first", end<false>},
    {"last", end<true>},
    {"select", select<true, false>},
    {"reject", select<false, false>},
    {"selectattr", select<true, true>},
    {"rejectattr", select<false, true>},
    {"map", map},
    {"sort", sort},
    {"dictsort", dictSort},
    {"min", extreme<false>},
    {"max", extreme<true>},
    {"unique", unique},
    {"sum", sum},
    {"reverse", reversed},
    {"batch",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         const std::int64_t size = wholeAt(given, 0, "linecount", 0);
         if (size < 1) return missingValue(in);
         List rows;
         List row;
         for (const Value& one : in.itemsOf(of)) {
             row.items.push_back(one);
             if (std::cmp_equal(row.items.size(), size))
                 rows.items.emplace_back(std::exchange(row, {}));
         }
         if (!row.items.empty()) {
             const Value* fill = given.get(1, "fill_with");
             if (fill != nullptr && in.spend(static_cast<std::uint64_t>(size)))
                 row.items.resize(static_cast<std::size_t>(size), *fill);
             rows.items.emplace_back(std::move(row));
         }
         return rows;
     }},
}};
// NOLINTEND(readability-named-parameter)

}  // namespace

Method listFilter(std::string_view name) { return methodIn(listFilters, name); }

}  // namespace hw::model::jinja
