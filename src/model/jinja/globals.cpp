// SPDX-License-Identifier: MIT
// The functions that a template may call, and JSON.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "core/tokens/utf8_text.h"
#include "io/tree/number_format.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/strings.h"

namespace hw::model::jinja {

namespace {

std::string jsonText(std::string_view text, bool asAscii) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    const auto unit = [&](unsigned value) {
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4)
            out += digits[value >> static_cast<unsigned>(shift) & 15U];
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        const char32_t c = nextCodePoint(text, at);
        if (c == '"' || c == '\\')
            out += {'\\', static_cast<char>(c)};
        else if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\b')
            out += "\\b";
        else if (c == '\f')
            out += "\\f";
        else if (c < 0x20 || (asAscii && c >= 0x7F && c < 0x10000))
            unit(static_cast<unsigned>(c));
        else if (asAscii && c >= 0x10000) {
            unit(0xD800U + static_cast<unsigned>((c - 0x10000) >> 10U));
            unit(0xDC00U + static_cast<unsigned>((c - 0x10000) & 0x3FFU));
        } else
            out += text.substr(from, at - from);
    }
    return out + '"';
}

std::string dateText(const std::string& form) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::array<char, 200> text{};
    const std::tm* const day = std::localtime(&now);
    const std::size_t size =
        day == nullptr ? 0 : std::strftime(text.data(), text.size(), form.c_str(), day);
    return {text.data(), size};
}

Value range(Interpreter& in, Arguments given) {
    if (given.values.empty() || given.values.size() > 3 ||
        !std::ranges::all_of(given.values, &Value::isWhole))
        return in.fail(std::string("range() takes one to three whole numbers."_tr));
    const std::int64_t from = given.values.size() > 1 ? given.values[0].whole() : 0;
    const std::int64_t to = given.values[given.values.size() > 1 ? 1 : 0].whole();
    const std::int64_t step = given.values.size() > 2 ? given.values[2].whole() : 1;
    constexpr std::int64_t large = std::int64_t{1} << 40;
    constexpr std::int64_t most = 100'000;
    if (step == 0 || std::max({std::abs(from), std::abs(to), std::abs(step)}) > large ||
        (to - from) / step > most)
        return in.fail(formatText("range() has more than {} numbers."_tr, {most}), Code::tooLarge);
    List list;
    for (std::int64_t at = from; step > 0 ? at < to : at > to; at += step) {
        if (!in.spend(1, 32)) return {};
        list.items.emplace_back(at);
    }
    return list;
}

Value dictOf(Interpreter& in, Arguments given) {
    Dict dict;
    if (!given.values.empty()) {
        if (given.values[0].dict() == nullptr)
            return in.fail(formatText("{} is not a dict."_tr, {typeName(given.values[0])}));
        dict.entries = given.values[0].dict()->entries;
    }
    for (auto& [name, value] : given.named)
        if (in.spend(dict.entries.size(), 64)) dict.set(name, std::move(value));
    return dict;
}

Value joiner(Interpreter&, Arguments given) {
    const Value* sign = given.get(0, "sep");
    return functionOf("joiner", [sign = sign == nullptr ? Value(", ") : *sign, isUsed = false](
                                    Interpreter&, Arguments) mutable {
        return std::exchange(isUsed, true) ? sign : Value("");
    });
}

}  // namespace

void addGlobals(Scope& scope) {
    const auto add = [&](const char* name, Value (*function)(Interpreter&, Arguments)) {
        scope.names[name] = functionOf(name, function);
    };
    add("range", range);
    add("dict", dictOf);
    add("joiner", joiner);
    add("namespace", [](Interpreter& in, Arguments given) -> Value {
        const Value made = dictOf(in, std::move(given));
        return made.dict() == nullptr ? Value() : in.makeNamespace(std::move(*made.dict()));
    });
    add("raise_exception", [](Interpreter& in, Arguments given) -> Value {
        const std::string text =
            given.values.empty() ? std::string() : textOf(given.values[0]).bytes;
        return in.fail(
            formatText("The template raised an error: “{}”."_tr, {io::excerpt(text, 120)}));
    });
    // Undefined for `is defined`. Templates that check it fall back to a fixed date, so a link gives the same text
    // tomorrow.
    Value date = functionOf("strftime_now", [](Interpreter& in, Arguments given) -> Value {
        if (given.values.empty() || given.values[0].text() == nullptr)
            return in.fail(std::string("A string is missing."_tr));
        return dateText(given.values[0].text()->bytes);
    });
    date.function()->isDefined = false;
    scope.names["strftime_now"] = std::move(date);
}

std::string jsonOf(Interpreter& in, const Value& value, int indent, bool asAscii, bool sorts,
                   std::string_view comma, std::string_view colon, int depth) {
    if (depth > 40 || !in.spend(1)) {
        if (depth > 40) in.fail(std::string("A value is nested too deeply."_tr), Code::tooDeep);
        return {};
    }
    const auto line = [&](int level) {
        return indent < 0 ? std::string()
                          : "\n" + std::string(static_cast<std::size_t>(indent) *
                                                   static_cast<std::size_t>(level),
                                               ' ');
    };
    const auto inside = [&](const Value& one) {
        return jsonOf(in, one, indent, asAscii, sorts, comma, colon, depth + 1);
    };
    std::string out;
    if (const Text* text = value.text()) {
        out = jsonText(text->bytes, asAscii);
    } else if (const List* list = value.list()) {
        if (list->items.empty()) return "[]";
        out = "[";
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            if (i > 0) out += comma;
            out += line(depth + 1) + inside(list->items[i]);
        }
        out += line(depth) + "]";
    } else if (const Dict* dict = value.dict(); dict != nullptr && !dict->isNamespace) {
        if (dict->entries.empty()) return "{}";
        auto entries = dict->entries;
        if (sorts)
            std::ranges::stable_sort(
                entries, [&](const auto& a, const auto& b) { return in.less(a.first, b.first); });
        out = "{";
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const auto& [key, own] = entries[i];
            if (i > 0) out += comma;
            std::string name = key.text() != nullptr ? key.text()->bytes : inside(key);
            out += line(depth + 1) + jsonText(name, asAscii);
            out += colon;
            out += inside(own);
        }
        out += line(depth) + "}";
    } else if (value.isNone()) {
        out = "null";
    } else if (value.is<bool>()) {
        out = value.truth() ? "true" : "false";
    } else if (value.isNumber()) {
        out = repr(value);
    } else {
        in.fail(formatText("{} can’t be written as JSON."_tr, {typeName(value)}));
    }
    return in.spend(1, out.size()) ? out : std::string();
}

}  // namespace hw::model::jinja
