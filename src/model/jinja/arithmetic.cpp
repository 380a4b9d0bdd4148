// SPDX-License-Identifier: MIT
// Python's +, -, *, /, //, % and **. Whole numbers have 64 bits, and larger results are rejected.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/jinja/interpreter.h"

namespace hw::model::jinja {

Value Interpreter::add(const Value& a, const Value& b) {
    if (a.text() != nullptr && b.text() != nullptr) {
        if (!spend(1, a.text()->bytes.size() + b.text()->bytes.size())) return {};
        Text text = *a.text();
        text.append(*b.text());
        return text;
    }
    if (const List *one = a.list(), *other = b.list();
        one != nullptr && other != nullptr && one->isTuple == other->isTuple) {
        if (!spend(one->items.size() + other->items.size(),
                   32 * (one->items.size() + other->items.size())))
            return {};
        List list = *one;
        list.items.insert(list.items.end(), other->items.begin(), other->items.end());
        return list;
    }
    return arithmetic("+", a, b);
}

Value Interpreter::arithmetic(const std::string& sign, const Value& a, const Value& b) {
    if (failed()) return {};
    for (const Value* one : {&a, &b})
        if (const auto* missing = std::get_if<Undefined>(&one->data))
            return fail(formatText("“{}” is not defined."_tr, {io::excerpt(missing->name)}));
    if (sign == "%" && a.text() != nullptr) return formatted(*a.text(), b);
    if (sign == "*" && (a.text() != nullptr || a.list() != nullptr) && b.isWhole()) {
        const auto times = static_cast<std::uint64_t>(std::max<std::int64_t>(b.whole(), 0));
        const std::uint64_t size =
            a.text() != nullptr ? a.text()->bytes.size() : 32 * a.list()->items.size();
        if (size != 0 && times > budget_.bytes / size)
            return fail(std::string("The template exceeds the limits on steps or text."_tr),
                        Code::tooLarge);
        if (!spend(size == 0 ? 0 : times, size * times)) return {};
        Text text;
        List list{.isTuple = a.list() != nullptr && a.list()->isTuple};
        for (std::uint64_t i = 0; size != 0 && i < times; ++i)
            if (a.text() != nullptr)
                text.append(*a.text());
            else
                list.items.insert(list.items.end(), a.list()->items.begin(), a.list()->items.end());
        return a.text() != nullptr ? Value(std::move(text)) : Value(std::move(list));
    }
    if (!a.isNumber() || !b.isNumber())
        return fail(
            formatText("“{}” does not apply to {} and {}."_tr, {sign, typeName(a), typeName(b)}));
    const double x = a.number();
    const double y = b.number();
    if ((sign == "/" || sign == "//" || sign == "%") && y == 0)
        return fail(std::string("Division by zero."_tr));
    if (sign == "/") return x / y;
    if (a.isWhole() && b.isWhole()) {
        const std::int64_t m = a.whole();
        const std::int64_t n = b.whole();
        std::int64_t out = 0;
        bool isOver = false;
        if (sign == "+")
            isOver = __builtin_add_overflow(m, n, &out);
        else if (sign == "-")
            isOver = __builtin_sub_overflow(m, n, &out);
        else if (sign == "*")
            isOver = __builtin_mul_overflow(m, n, &out);
        else if (m == std::numeric_limits<std::int64_t>::min())
            isOver = true;
        else if (sign == "//")
            out = m / n - ((m % n != 0) && ((m < 0) != (n < 0)) ? 1 : 0);
        else if (sign == "%")
            out = m % n + ((m % n != 0) && ((m < 0) != (n < 0)) ? n : 0);
        else if (n < 0)
            return std::pow(x, y);
        else {
            const double power = std::pow(x, y);
            isOver = std::abs(power) > 9e15;
            out = isOver ? 0 : static_cast<std::int64_t>(power);
        }
        if (isOver) return fail(std::string("The number is too large."_tr));
        return out;
    }
    if (sign == "+") return x + y;
    if (sign == "-") return x - y;
    if (sign == "*") return x * y;
    if (sign == "//") return std::floor(x / y);
    if (sign == "%") return x - y * std::floor(x / y);
    return std::pow(x, y);
}

Value Interpreter::formatted(const Text& format, const Value& values) {
    const bool hasSeveral = values.list() != nullptr && values.list()->isTuple;
    const std::vector<Value> given = hasSeveral ? values.list()->items : std::vector<Value>{values};
    Text out;
    std::size_t next = 0;
    for (std::size_t at = 0; at < format.bytes.size(); ++at) {
        if (format.bytes[at] != '%') {
            out.append(format.part(at, 1));
            continue;
        }
        const char kind = ++at < format.bytes.size() ? format.bytes[at] : ' ';
        if (kind == '%') {
            out.append("%");
            continue;
        }
        if (next >= given.size()) return fail(std::string("A value is missing."_tr));
        const Value& value = given[next++];
        Text text;
        if (kind == 's')
            text = textOf(value);
        else if (kind == 'r')
            text = {repr(value), {}};
        else if ((kind == 'd' || kind == 'i') && value.isNumber())
            text = {value.isWhole() ? std::to_string(value.whole())
                                    : std::to_string(static_cast<std::int64_t>(
                                          std::clamp(value.number(), -9e15, 9e15))),
                    {}};
        else
            return fail(formatText("Unsupported placeholder “{}”."_tr,
                                   {"%" + io::excerpt(std::string(1, kind))}),
                        Code::notRecognised);
        if (!spend(1, text.bytes.size())) return {};
        out.append(text);
    }
    if (next < given.size() && (hasSeveral || values.dict() == nullptr))
        return fail(std::string("There are fewer placeholders than values."_tr));
    return spend(1, out.bytes.size()) ? Value(std::move(out)) : Value();
}

}  // namespace hw::model::jinja
