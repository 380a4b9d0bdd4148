// SPDX-License-Identifier: MIT
// Internal to model/jinja: methods and filters as tables of names and functions.
#pragma once

#include <algorithm>
#include <string_view>

#include "model/jinja/value.h"

namespace hw::model::jinja {

/// What it applies to, and its arguments.
using Method = Value (*)(Interpreter&, const Value&, const Arguments&);

struct MethodRow {
    std::string_view name;
    Method method;
};

/// The row of that name; null where there is none.
template <class Rows>
Method methodIn(const Rows& rows, std::string_view name) {
    const auto row = std::ranges::find(rows, name, &MethodRow::name);
    return row == rows.end() ? nullptr : row->method;
}

Method textMethod(std::string_view name);
/// Filters of lists: select, map, sort ...
Method listFilter(std::string_view name);
/// The value of "a.b" or of a number in an object, as the argument `attribute` of filters names it.
Value pathOf(Interpreter& in, Value of, const Value& path);
/// Fails: an argument is missing.
Value missingValue(Interpreter& in);
/// An argument of a filter that is true or false, or a whole number.
bool flagAt(const Arguments& given, std::size_t at, std::string_view name);
std::int64_t wholeAt(const Arguments& given, std::size_t at, std::string_view name,
                     std::int64_t standard);

}  // namespace hw::model::jinja
