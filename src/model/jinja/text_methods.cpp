// SPDX-License-Identifier: MIT
// The methods of Python's str.
#include <algorithm>
#include <array>
#include <utility>

#include "core/localized_text.h"
#include "core/tokens/utf8_text.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/methods.h"
#include "model/jinja/strings.h"
#include "model/unicode/code_points.h"

namespace hw::model::jinja {

namespace {

const Text* textAt(Interpreter& in, const Arguments& given, std::size_t at) {
    const Value* value = given.get(at, "");
    if (value != nullptr && value->text() != nullptr) return value->text();
    in.fail(std::string("A string is missing."_tr));
    return nullptr;
}

template <bool left, bool right>
Value strip(Interpreter& in, const Value& of, const Arguments& given) {
    const Value* letters = given.get(0, "chars");
    if (!in.spend(of.text()->bytes.size() / 16, of.text()->bytes.size())) return {};
    if (letters == nullptr || letters->isNone()) return stripped(*of.text(), {}, left, right);
    if (letters->text() == nullptr) return in.fail(std::string("A string is missing."_tr));
    if (letters->text()->bytes.empty()) return of;
    return stripped(*of.text(), letters->text()->bytes, left, right);
}

/// str.split(), without a separator at white space.
Value split(Interpreter& in, const Value& of, const Arguments& given) {
    const Text& text = *of.text();
    const Value* by = given.get(0, "sep");
    const Value* limit = given.get(1, "maxsplit");
    std::int64_t left = limit != nullptr && limit->isWhole() ? limit->whole() : -1;
    List list;
    if (by == nullptr || by->isNone()) {
        Text rest = stripped(text, {}, true, false);
        while (!rest.bytes.empty() && in.spend(1, 64 + rest.bytes.size())) {
            std::size_t end = 0;
            while (end < rest.bytes.size() && left != 0) {
                std::size_t next = end;
                if (isSpace(nextCodePoint(rest.bytes, next))) break;
                end = next;
            }
            if (left == 0) end = rest.bytes.size();
            list.items.emplace_back(rest.part(0, end));
            rest = stripped(rest.part(end), {}, true, false);
            if (left > 0) --left;
        }
        return list;
    }
    if (by->text() == nullptr || by->text()->bytes.empty())
        return in.fail(std::string("Empty separator."_tr));
    const std::string& sign = by->text()->bytes;
    std::size_t at = 0;
    for (std::size_t next = 0; left != 0 && in.spend(1, 64); --left, at = next + sign.size()) {
        next = text.bytes.find(sign, at);
        if (next == std::string::npos) break;
        list.items.emplace_back(text.part(at, next - at));
    }
    if (!in.spend(text.bytes.size() / 16, text.bytes.size())) return {};
    list.items.emplace_back(text.part(at));
    return list;
}

Value splitFromRight(Interpreter& in, const Value& of, const Arguments& given) {
    const Text& text = *of.text();
    const Text* by = textAt(in, given, 0);
    if (by == nullptr) return {};
    if (by->bytes.empty()) return in.fail(std::string("Empty separator."_tr));
    const Value* limit = given.get(1, "maxsplit");
    std::int64_t left = limit != nullptr && limit->isWhole() ? limit->whole() : -1;
    List list;
    std::size_t end = text.bytes.size();
    for (; left != 0 && end >= by->bytes.size() && in.spend(1, 64); --left) {
        const std::size_t at = text.bytes.rfind(by->bytes, end - by->bytes.size());
        if (at == std::string::npos) break;
        list.items.emplace_back(text.part(at + by->bytes.size(), end - at - by->bytes.size()));
        end = at;
    }
    if (!in.spend(text.bytes.size() / 16, text.bytes.size())) return {};
    list.items.emplace_back(text.part(0, end));
    std::ranges::reverse(list.items);
    return list;
}

Value splitLines(Interpreter& in, const Value& of, const Arguments& given) {
    const Text& text = *of.text();
    const Value* keeps = given.get(0, "keepends");
    List list;
    for (std::size_t at = 0; at < text.bytes.size() && in.spend(1, 64);) {
        const std::size_t from = at;
        std::size_t end = at;
        while (at < text.bytes.size()) {
            end = at;
            const char32_t letter = nextCodePoint(text.bytes, at);
            const bool isEnd = (letter >= 0x0A && letter <= 0x0D) ||
                               (letter >= 0x1C && letter <= 0x1E) || letter == 0x85 ||
                               letter == 0x2028 || letter == 0x2029;
            if (letter == '\r' && at < text.bytes.size() && text.bytes[at] == '\n') ++at;
            if (isEnd) break;
            end = at;
        }
        list.items.emplace_back(
            text.part(from, (keeps != nullptr && keeps->truth() ? at : end) - from));
    }
    return list;
}

template <bool atEnd>
Value hasPart(Interpreter& in, const Value& of, const Arguments& given) {
    const Value* wanted = given.get(0, "");
    if (wanted == nullptr) return in.fail(std::string("A string is missing."_tr));
    const auto fits = [&](const Value& one) {
        if (one.text() == nullptr) return false;
        return atEnd ? of.text()->bytes.ends_with(one.text()->bytes)
                     : of.text()->bytes.starts_with(one.text()->bytes);
    };
    if (wanted->list() != nullptr) return std::ranges::any_of(wanted->list()->items, fits);
    if (wanted->text() == nullptr) return in.fail(std::string("A string is missing."_tr));
    return fits(*wanted);
}

template <bool fromRight, bool mustBe>
Value find(Interpreter& in, const Value& of, const Arguments& given) {
    const Text* part = textAt(in, given, 0);
    if (part == nullptr || !in.spend(of.text()->bytes.size() / 16)) return {};
    const std::string& text = of.text()->bytes;
    const std::size_t at = fromRight ? text.rfind(part->bytes) : text.find(part->bytes);
    if (at == std::string::npos)
        return mustBe ? in.fail(std::string("The substring was not found."_tr))
                      : Value(std::int64_t{-1});
    return static_cast<std::int64_t>(lettersOf(std::string_view(text).substr(0, at)).size()) - 1;
}

template <class Holds>
Value everyLetter(const Value& of, Holds holds) {
    const std::string& text = of.text()->bytes;
    for (std::size_t at = 0; at < text.size();)
        if (!holds(nextCodePoint(text, at))) return false;
    return !text.empty();
}

template <bool isUpper>
Value changeCase(Interpreter& in, const Value& of, const Arguments&) {
    if (!in.spend(of.text()->bytes.size() / 8, 2 * of.text()->bytes.size())) return {};
    const auto isOther = [](char32_t c) {
        return c < 0x80 || aboutCodePoint(c).category() != Category::Ll;
    };
    // There is no table of capital letters here.
    if (isUpper && !of.text()->bytes.empty() && !everyLetter(of, isOther).truth())
        return in.fail(std::string("Upper case supports only ASCII letters."_tr));
    return of.text()->changedTo(inCase(of.text()->bytes, isUpper));
}

/// The first letter, or that of each word, in upper case, the others in lower case.
template <bool ofWords>
Value capitalise(Interpreter& in, const Value& of, const Arguments&) {
    if (!in.spend(of.text()->bytes.size() / 8, 2 * of.text()->bytes.size())) return {};
    std::string text = inCase(of.text()->bytes, false);
    bool isFirst = true;
    for (char& c : text) {
        const bool isLetter = (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
        if (isFirst && c >= 'a' && c <= 'z') c = static_cast<char>(c - 0x20);
        isFirst = ofWords && !isLetter;
    }
    return of.text()->changedTo(std::move(text));
}

Value joinItems(Interpreter& in, const Value& of, const Arguments& given) {
    Text out;
    bool isFirst = true;
    for (const Value& one : in.itemsOf(given.values.empty() ? Value(None{}) : given.values[0])) {
        if (one.text() == nullptr)
            return in.fail(formatText("{} can’t be joined."_tr, {typeName(one)}));
        if (!in.spend(1, of.text()->bytes.size() + one.text()->bytes.size())) return {};
        if (!std::exchange(isFirst, false)) out.append(*of.text());
        out.append(*one.text());
    }
    return out;
}

Value replaceParts(Interpreter& in, const Value& of, const Arguments& given) {
    const Text* from = textAt(in, given, 0);
    const Text* to = textAt(in, given, 1);
    if (from == nullptr || to == nullptr) return {};
    const Value* most = given.get(2, "count");
    if (!in.spend(1, of.text()->bytes.size())) return {};
    return replaced(in, *of.text(), *from, *to,
                    most != nullptr && most->isWhole() ? most->whole() : -1);
}

template <bool atEnd>
Value removePart(Interpreter& in, const Value& of, const Arguments& given) {
    const Text* part = textAt(in, given, 0);
    if (part == nullptr || !in.spend(1, of.text()->bytes.size())) return {};
    const Text& text = *of.text();
    if (atEnd)
        return text.bytes.ends_with(part->bytes)
                   ? Value(text.part(0, text.bytes.size() - part->bytes.size()))
                   : of;
    return text.bytes.starts_with(part->bytes) ? Value(text.part(part->bytes.size())) : of;
}

template <bool fromRight>
Value partition(Interpreter& in, const Value& of, const Arguments& given) {
    const Text* by = textAt(in, given, 0);
    if (by == nullptr || !in.spend(1, 2 * of.text()->bytes.size())) return {};
    const Text& text = *of.text();
    const std::size_t at = fromRight ? text.bytes.rfind(by->bytes) : text.bytes.find(by->bytes);
    if (at == std::string::npos)
        return fromRight ? List{.items = {Text(), Text(), of}, .isTuple = true}
                         : List{.items = {of, Text(), Text()}, .isTuple = true};
    return List{.items = {text.part(0, at), *by, text.part(at + by->bytes.size())},
                .isTuple = true};
}

Value count(Interpreter& in, const Value& of, const Arguments& given) {
    const Text* part = textAt(in, given, 0);
    if (part == nullptr || !in.spend(of.text()->bytes.size() / 16)) return {};
    std::int64_t times = 0;
    if (part->bytes.empty()) return static_cast<std::int64_t>(lettersOf(of.text()->bytes).size());
    for (std::size_t at = 0; (at = of.text()->bytes.find(part->bytes, at)) != std::string::npos;
         at += part->bytes.size())
        ++times;
    return times;
}

// NOLINTBEGIN(readability-named-parameter)
constexpr std::array<MethodRow, 26> ofText{{
    {"strip", strip<true, true>},
    {"lstrip", strip<true, false>},
    {"rstrip", strip<false, true>},
    {"split", split},
    {"rsplit", splitFromRight},
    {"splitlines", splitLines},
    {"startswith", hasPart<false>},
    {"endswith", hasPart<true>},
    {"find", find<false, false>},
    {"rfind", find<true, false>},
    {"index", find<false, true>},
    {"rindex", find<true, true>},
    {"count", count},
    {"upper", changeCase<true>},
    {"lower", changeCase<false>},
    {"casefold", changeCase<false>},
    {"title", capitalise<true>},
    {"capitalize", capitalise<false>},
    {"join", joinItems},
    {"replace", replaceParts},
    {"removeprefix", removePart<false>},
    {"removesuffix", removePart<true>},
    {"partition", partition<false>},
    {"rpartition", partition<true>},
    {"isdigit",
     [](Interpreter&, const Value& of, const Arguments&) {
         return everyLetter(of, [](char32_t c) { return c >= '0' && c <= '9'; });
     }},
    {"isspace",
     [](Interpreter&, const Value& of, const Arguments&) { return everyLetter(of, isSpace); }},
}};
// NOLINTEND(readability-named-parameter)

}  // namespace

Method textMethod(std::string_view name) { return methodIn(ofText, name); }

}  // namespace hw::model::jinja
