// SPDX-License-Identifier: MIT
// Jinja's filters, as version 3.1 and transformers (tojson) define them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "core/tokens/utf8_text.h"
#include "io/tree/number_format.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/methods.h"
#include "model/jinja/strings.h"

namespace hw::model::jinja {

namespace {

Text asText(Interpreter& in, const Value& of) {
    Text text = textOf(of);
    return in.spend(1 + text.bytes.size() / 16, text.bytes.size()) ? text : Text();
}

Value length(Interpreter& in, const Value& of, const Arguments&) {
    if (const Text* text = of.text()) {
        if (!in.spend(text->bytes.size() / 16)) return {};
        return static_cast<std::int64_t>(lettersOf(text->bytes).size()) - 1;
    }
    if (of.list() != nullptr) return static_cast<std::int64_t>(of.list()->items.size());
    if (of.dict() != nullptr) return static_cast<std::int64_t>(of.dict()->entries.size());
    if (!of.isDefined()) return std::int64_t{0};
    return in.fail(formatText("{} has no length."_tr, {typeName(of)}));
}

Value standard(Interpreter& in, const Value& of, const Arguments& given) {
    const bool alsoFalse = flagAt(given, 1, "boolean");
    if (in.test("defined", of, {}) && (!alsoFalse || of.truth())) return of;
    const Value* value = given.get(0, "default_value");
    return value == nullptr ? Value("") : *value;
}

Value join(Interpreter& in, const Value& of, const Arguments& given) {
    const Value* sign = given.get(0, "d");
    const Value* attribute = given.get(1, "attribute");
    const Text between = sign == nullptr ? Text() : textOf(*sign);
    Text out;
    bool isFirst = true;
    for (const Value& one : in.itemsOf(of)) {
        const Text text = textOf(attribute == nullptr ? one : pathOf(in, one, *attribute));
        if (!in.spend(1, between.bytes.size() + text.bytes.size())) return {};
        if (!std::exchange(isFirst, false)) out.append(between);
        out.append(text);
    }
    return out;
}

Value toJson(Interpreter& in, const Value& of, const Arguments& given) {
    // transformers: tojson(ensure_ascii=False, indent=None, separators=None, sort_keys=False)
    const Value* separators = given.get(2, "separators");
    std::string comma =
        given.get(1, "indent") != nullptr && !given.get(1, "indent")->isNone() ? "," : ", ";
    std::string colon = ": ";
    if (separators != nullptr && separators->list() != nullptr &&
        separators->list()->items.size() == 2) {
        comma = textOf(separators->list()->items[0]).bytes;
        colon = textOf(separators->list()->items[1]).bytes;
    }
    std::string text = jsonOf(
        in, of, static_cast<int>(std::clamp<std::int64_t>(wholeAt(given, 1, "indent", -1), -1, 40)),
        flagAt(given, 0, "ensure_ascii"), flagAt(given, 3, "sort_keys"), comma, colon);
    return of.text() != nullptr ? Value(of.text()->changedTo(std::move(text)))
                                : Value(std::move(text));
}

Value indent(Interpreter& in, const Value& of, const Arguments& given) {
    const Value* width = given.get(0, "width");
    const bool isFirst = flagAt(given, 1, "first");
    const bool isBlank = flagAt(given, 2, "blank");
    std::string sign(4, ' ');
    if (width != nullptr && width->text() != nullptr)
        sign = width->text()->bytes;
    else if (width != nullptr)
        sign.assign(static_cast<std::size_t>(std::clamp<std::int64_t>(width->whole(), 0, 1000)),
                    ' ');
    Text text = asText(in, of);
    text.append("\n");
    const Value lines = in.call(methodOf(in, text, "splitlines"), {});
    Text out;
    if (isFirst) out.append(sign);
    bool isLater = false;
    for (const Value& line : in.itemsOf(lines)) {
        if (!in.spend(1, sign.size() + line.text()->bytes.size())) return {};
        if (isLater) out.append("\n");
        if (isLater && (isBlank || line.truth())) out.append(sign);
        out.append(*line.text());
        isLater = true;
    }
    return out;
}

/// Capitals after white space, hyphens and opening brackets, small letters elsewhere.
Value title(Interpreter& in, const Value& of, const Arguments& /*given*/) {
    const Text text = asText(in, of);
    std::string out = inCase(text.bytes, false);
    bool isFirst = true;
    for (std::size_t at = 0; at < out.size();) {
        const std::size_t from = at;
        const char32_t letter = nextCodePoint(out, at);
        if (isFirst && out[from] >= 'a' && out[from] <= 'z')
            out[from] = static_cast<char>(out[from] - 0x20);
        isFirst = isSpace(letter) ||
                  (letter < 0x80 && std::string_view("-({[<").find(static_cast<char>(letter)) !=
                                        std::string_view::npos);
    }
    return text.changedTo(std::move(out));
}

/// An integer or a real number from a text or a number; else the first argument, or 0.
template <bool isReal>
Value number(Interpreter&, const Value& of, const Arguments& given) {
    const Value* standard = given.get(0, "default");
    const Value other = standard != nullptr ? *standard
                        : isReal            ? Value(0.0)
                                            : Value(std::int64_t{0});
    if (of.isNumber()) {
        if (isReal) return of.number();
        if (of.isWhole()) return of.whole();
        return std::abs(of.number()) < 9e15 ? Value(static_cast<std::int64_t>(of.number())) : other;
    }
    if (of.text() == nullptr) return other;
    const Text own = stripped(*of.text(), {}, true, true);
    const char* const end = own.bytes.data() + own.bytes.size();
    const char* const from = own.bytes.data() + (own.bytes.starts_with('+') ? 1 : 0);
    std::int64_t whole = 0;
    if (!isReal && std::from_chars(from, end, whole).ptr == end && from != end) return whole;
    const auto real = realOf(own.bytes);
    if (!real) return other;
    if (isReal) return *real;
    return std::abs(*real) < 9e15 ? Value(static_cast<std::int64_t>(*real)) : other;
}

Value rounded(Interpreter& in, const Value& of, const Arguments& given) {
    if (!of.isNumber()) return in.fail(formatText("{} can’t be rounded."_tr, {typeName(of)}));
    const Value* method = given.get(1, "method");
    const std::string way = method == nullptr ? "common" : textOf(*method).bytes;
    const double scale = std::pow(10, static_cast<double>(wholeAt(given, 0, "precision", 0)));
    const double value = of.number() * scale;
    const double whole = way == "ceil"    ? std::ceil(value)
                         : way == "floor" ? std::floor(value)
                                          : std::nearbyint(value);
    return whole / scale;
}

Value escaped(Interpreter& in, const Value& of, const Arguments&) {
    Text text = asText(in, of);
    for (const auto& [sign, name] :
         {std::pair{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&#34;"}, {"'", "&#39;"}})
        text = replaced(in, text, {sign, {}}, {name, {}}, -1);
    return text;
}

// NOLINTBEGIN(readability-named-parameter)
constexpr std::array<MethodRow, 24> filters{{
    {"tojson", toJson},
    {"trim",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         const Value* letters = given.get(0, "chars");
         const Text* own = letters == nullptr ? nullptr : letters->text();
         return stripped(asText(in, of),
                         own == nullptr ? std::string_view() : std::string_view(own->bytes), true,
                         true);
     }},
    {"length", length},
    {"count", length},
    {"default", standard},
    {"d", standard},
    {"join", join},
    {"indent", indent},
    {"title", title},
    {"string",
     [](Interpreter& in, const Value& of, const Arguments&) -> Value { return asText(in, of); }},
    {"safe", [](Interpreter&, const Value& of, const Arguments&) { return of; }},
    {"list",
     [](Interpreter& in, const Value& of, const Arguments&) -> Value {
         return List{.items = in.itemsOf(of)};
     }},
    {"items",
     [](Interpreter& in, const Value& of, const Arguments&) -> Value {
         if (!of.isDefined()) return List{};
         if (of.dict() == nullptr)
             return in.fail(formatText("{} is not a dict."_tr, {typeName(of)}));
         return in.call(methodOf(in, of, "items"), {});
     }},
    {"int", number<false>},
    {"float", number<true>},
    {"abs",
     [](Interpreter& in, const Value& of, const Arguments&) -> Value {
         if (!of.isNumber()) return in.fail(formatText("{} has no sign."_tr, {typeName(of)}));
         return of.isWhole() && of.whole() > -9'000'000'000'000'000 ? Value(std::abs(of.whole()))
                                                                    : Value(std::abs(of.number()));
     }},
    {"round", rounded},
    {"escape", escaped},
    {"e", escaped},
    {"forceescape", escaped},
    {"replace",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         const Value* from = given.get(0, "old");
         const Value* to = given.get(1, "new");
         if (from == nullptr || to == nullptr) return missingValue(in);
         return replaced(in, asText(in, of), textOf(*from), textOf(*to),
                         wholeAt(given, 2, "count", -1));
     }},
    {"attr",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         return given.values.empty() ? missingValue(in)
                                     : methodOf(in, of, textOf(given.values[0]).bytes);
     }},
    {"wordcount",
     [](Interpreter& in, const Value& of, const Arguments&) -> Value {
         const Value words = in.call(methodOf(in, asText(in, of), "split"), {});
         return words.list() == nullptr
                    ? Value()
                    : Value(static_cast<std::int64_t>(words.list()->items.size()));
     }},
    {"format",
     [](Interpreter& in, const Value& of, const Arguments& given) -> Value {
         return in.formatted(asText(in, of), List{.items = given.values, .isTuple = true});
     }},
}};
// NOLINTEND(readability-named-parameter)

constexpr std::array<std::string_view, 3> methods{"upper", "lower", "capitalize"};

}  // namespace

Value missingValue(Interpreter& in) { return in.fail(std::string("A value is missing."_tr)); }

bool flagAt(const Arguments& given, std::size_t at, std::string_view name) {
    const Value* value = given.get(at, name);
    return value != nullptr && value->truth();
}

std::int64_t wholeAt(const Arguments& given, std::size_t at, std::string_view name,
                     std::int64_t standard) {
    const Value* value = given.get(at, name);
    return value != nullptr && value->isWhole() ? value->whole() : standard;
}

Value pathOf(Interpreter& in, Value of, const Value& path) {
    if (path.isWhole()) return in.item(of, path);
    std::string_view rest =
        path.text() == nullptr ? std::string_view() : std::string_view(path.text()->bytes);
    while (!rest.empty() && !in.failed()) {
        const std::size_t dot = rest.find('.');
        of = in.item(of, std::string(rest.substr(0, dot)));
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    return of;
}

Value Interpreter::filter(const std::string& name, const Value& of, Arguments arguments) {
    if (failed() || !spend(1)) return {};
    const Method own = methodIn(filters, name);
    const Method known = own != nullptr ? own : listFilter(name);
    if (known != nullptr) return known(*this, of, arguments);
    // These three are the methods with the same name.
    if (std::ranges::find(methods, name) != methods.end())
        return call(methodOf(*this, asText(*this, of), name), {});
    return fail(formatText("Unsupported filter “{}”."_tr, {io::excerpt(name)}),
                Code::notRecognised);
}

}  // namespace hw::model::jinja
