// SPDX-License-Identifier: MIT
#include "model/jinja/value.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "core/number_text.h"

namespace hw::model::jinja {

void Text::append(const Text& more) {
    if (!typed.empty() || !more.typed.empty()) {
        typed.resize(bytes.size(), '\0');
        typed += more.typed.empty() ? std::string(more.bytes.size(), '\0') : more.typed;
    }
    bytes += more.bytes;
}

void Text::append(std::string_view more) {
    bytes += more;
    if (!typed.empty()) typed.resize(bytes.size(), '\0');
}

Text Text::part(std::size_t from, std::size_t size) const {
    if (from >= bytes.size()) return {};
    return {bytes.substr(from, size), typed.empty() ? std::string() : typed.substr(from, size)};
}

Text Text::changedTo(std::string changed) const {
    if (changed.size() == bytes.size()) return {std::move(changed), typed};
    std::string marks;
    if (isTyped()) marks.assign(changed.size(), '\1');
    return {std::move(changed), std::move(marks)};
}

Value::Value(List list) {
    for (const Value& one : list.items) list.depth = std::max(list.depth, 1 + one.depth());
    data = std::make_shared<List>(std::move(list));
}

Value::Value(Dict dict) {
    for (const auto& [key, value] : dict.entries)
        dict.depth = std::max(dict.depth, 1 + value.depth());
    data = std::make_shared<Dict>(std::move(dict));
}

int Value::depth() const {
    if (const List* own = list()) return own->depth;
    const Dict* own = dict();
    // The interpreter releases a namespace, whatever it contains.
    return own == nullptr || own->isNamespace ? 0 : own->depth;
}

const Text* Value::text() const {
    const auto* held = std::get_if<std::shared_ptr<const Text>>(&data);
    return held == nullptr ? nullptr : held->get();
}

List* Value::list() const {
    const auto* held = std::get_if<std::shared_ptr<List>>(&data);
    return held == nullptr ? nullptr : held->get();
}

Dict* Value::dict() const {
    const auto* held = std::get_if<std::shared_ptr<Dict>>(&data);
    return held == nullptr ? nullptr : held->get();
}

Function* Value::function() const {
    const auto* held = std::get_if<std::shared_ptr<Function>>(&data);
    return held == nullptr ? nullptr : held->get();
}

std::int64_t Value::whole() const {
    if (const bool* truth = std::get_if<bool>(&data)) return *truth ? 1 : 0;
    const auto* number = std::get_if<std::int64_t>(&data);
    return number == nullptr ? 0 : *number;
}

double Value::number() const {
    if (const double* number = std::get_if<double>(&data)) return *number;
    return static_cast<double>(whole());
}

bool Value::truth() const {
    if (const Text* own = text()) return !own->bytes.empty();
    if (const List* own = list()) return !own->items.empty();
    if (const Dict* own = dict()) return own->isNamespace || !own->entries.empty();
    if (isNumber()) return number() != 0;
    return function() != nullptr;
}

const Value* Dict::find(const Value& key) const {
    for (const auto& [own, value] : entries)
        if (equal(own, key)) return &value;
    return nullptr;
}

void Dict::set(Value key, Value value) {
    for (auto& [own, held] : entries)
        if (equal(own, key)) {
            held = std::move(value);
            return;
        }
    entries.emplace_back(std::move(key), std::move(value));
}

const Value* Arguments::get(std::size_t at, std::string_view name) const {
    if (at < values.size()) return &values[at];
    for (const auto& [own, value] : named)
        if (own == name) return &value;
    return nullptr;
}

Value functionOf(std::string name, std::function<Value(Interpreter&, Arguments)> call) {
    return {std::make_shared<Function>(std::move(name), std::move(call))};
}

namespace {

bool equalWithin(const Value& a, const Value& b, int depth) {
    if (depth > 20) return false;
    if (a.isNumber() && b.isNumber()) {
        if (a.isWhole() && b.isWhole()) return a.whole() == b.whole();
        return a.number() == b.number();
    }
    if (a.text() != nullptr && b.text() != nullptr) return a.text()->bytes == b.text()->bytes;
    if (const List *one = a.list(), *other = b.list(); one != nullptr && other != nullptr)
        return one == other ||
               (one->isTuple == other->isTuple &&
                std::ranges::equal(one->items, other->items, [&](const Value& x, const Value& y) {
                    return equalWithin(x, y, depth + 1);
                }));
    if (const Dict *one = a.dict(), *other = b.dict(); one != nullptr && other != nullptr) {
        if (one == other) return true;
        if (one->isNamespace || other->isNamespace) return false;
        return one->entries.size() == other->entries.size() &&
               std::ranges::all_of(one->entries, [&](const auto& entry) {
                   const Value* value = other->find(entry.first);
                   return value != nullptr && equalWithin(entry.second, *value, depth + 1);
               });
    }
    if (a.function() != nullptr) return a.function() == b.function();
    return a.data.index() == b.data.index() && !a.isNumber() && a.text() == nullptr &&
           a.list() == nullptr && a.dict() == nullptr;
}

std::string quoted(std::string_view text) {
    const bool isDouble =
        text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
    const char mark = isDouble ? '"' : '\'';
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out(1, mark);
    for (const char c : text) {
        if (c == mark || c == '\\') out += '\\';
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\r')
            out += "\\r";
        else if (byte < 0x20 || byte == 0x7F)
            out += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
        else
            out += c;
    }
    return out + mark;
}

}  // namespace

bool equal(const Value& a, const Value& b) { return equalWithin(a, b, 0); }

std::string numberText(double value) {
    // The shortest digits, in Python's format: an exponent below 1e-4 and from 1e16 on, else a point.
    std::string text = hw::numberText(value);
    if (!std::isfinite(value)) return text;
    const std::string sign = text.starts_with('-') ? "-" : "";
    text.erase(0, sign.size());
    const std::size_t at = text.find('e');
    int exponent = at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 1);
    text.resize(std::min(at, text.size()));
    std::size_t point = std::min(text.find('.'), text.size());
    text.erase(point, 1);
    // Without zeros at both ends. `exponent` belongs to the first digit.
    const std::size_t zeros = std::min(text.find_first_not_of('0'), text.size());
    exponent += static_cast<int>(point) - static_cast<int>(zeros) - 1;
    text.erase(0, zeros);
    while (text.ends_with('0')) text.pop_back();
    if (text.empty()) return sign + "0.0";
    if (exponent < -4 || exponent >= 16) {
        if (text.size() > 1) text.insert(1, ".");
        const std::string digits = std::to_string(std::abs(exponent));
        return sign + text + (exponent < 0 ? "e-" : "e+") + (digits.size() < 2 ? "0" : "") + digits;
    }
    if (exponent < 0)
        return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + text;
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (text.size() <= whole) return sign + text + std::string(whole - text.size(), '0') + ".0";
    return sign + text.insert(whole, ".");
}

std::optional<double> realOf(const std::string& text) {
    // strtod() also reads "inf" and "0x1p3".
    if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string::npos) return {};
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() + text.size()) return {};
    return value;
}

std::string repr(const Value& value, int depth) {
    if (depth > 20) return "...";
    if (const Text* text = value.text()) return quoted(text->bytes);
    if (const List* list = value.list()) {
        std::string out(1, list->isTuple ? '(' : '[');
        for (std::size_t i = 0; i < list->items.size(); ++i)
            out += (i == 0 ? "" : ", ") + repr(list->items[i], depth + 1);
        if (list->isTuple && list->items.size() == 1) out += ',';
        return out + (list->isTuple ? ')' : ']');
    }
    if (const Dict* dict = value.dict()) {
        std::string out = dict->isNamespace ? "<Namespace {" : "{";
        for (std::size_t i = 0; i < dict->entries.size(); ++i)
            out += (i == 0 ? "" : ", ") + repr(dict->entries[i].first, depth + 1) + ": " +
                   repr(dict->entries[i].second, depth + 1);
        return out + (dict->isNamespace ? "}>" : "}");
    }
    if (value.is<bool>()) return value.truth() ? "True" : "False";
    if (value.isWhole()) return std::to_string(value.whole());
    if (value.isNumber()) return numberText(value.number());
    if (value.isNone()) return "None";
    return value.isDefined() ? "<function>" : "Undefined";
}

Text textOf(const Value& value) {
    if (const Text* text = value.text()) return *text;
    if (!value.isDefined()) return {};
    return {repr(value), {}};
}

std::string_view typeName(const Value& value) {
    if (value.text() != nullptr) return "str";
    if (value.list() != nullptr) return value.list()->isTuple ? "tuple" : "list";
    if (value.dict() != nullptr) return "dict";
    if (value.is<bool>()) return "bool";
    if (value.isWhole()) return "int";
    if (value.isNumber()) return "float";
    if (value.isNone()) return "NoneType";
    return value.isDefined() ? "function" : "Undefined";
}

}  // namespace hw::model::jinja
