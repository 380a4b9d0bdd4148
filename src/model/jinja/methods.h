// SPDX-License-Identifier: MIT
// Internal parts of model/jinja: methods and filters as tables of names and functions.
#pragma once

#include <algorithm>
#include <string_view>

#include "model/jinja/value.h"

namespace hw::model::jinja {

/// Takes its object and arguments.
using Method = Value (*)(Interpreter&, const Value&, const Arguments&);

struct MethodRow {
    std::string_view name;
    Method method;
};

/// The row with that name; null if there is none.
template <class Rows>
Method methodIn(const Rows& rows, std::string_view name) {
    const auto row = std::ranges::find(rows, name, &MethodRow::name);
    return row == rows.end() ? nullptr : row->method;
}

Method textMethod(std::string_view name);
/// Filters of lists: select, map, sort ...
Method listFilter(std::string_view name);
/// The value of "a.b" or of a number in an object, for the argument `attribute` of filters.
Value pathOf(Interpreter& in, Value of, const Value& path);
/// Fails with a missing argument.
Value missingValue(Interpreter& in);
/// A truth or whole-number argument of a filter.
bool flagAt(const Arguments& given, std::size_t at, std::string_view name);
std::int64_t wholeAt(const Arguments& given, std::size_t at, std::string_view name,
                     std::int64_t standard);

}  // namespace hw::model::jinja
