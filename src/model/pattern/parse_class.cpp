// SPDX-License-Identifier: MIT
#include "model/pattern/parse_class.h"

#include <algorithm>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/pattern/parse_pattern.h"
#include "model/unicode/code_points.h"

namespace hw::model {
namespace {

constexpr char32_t notOne = 0xFFFF'FFFF;
constexpr std::uint32_t allCategories = (std::uint32_t{1} << categoryCount) - 1;

constexpr std::string_view categoryNames[categoryCount] = {
    "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps",
    "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co"};

struct LongName {
    std::string_view name;
    std::string_view category;
};
constexpr LongName longNames[] = {{"Letter", "L"}, {"Mark", "M"},        {"Number", "N"},
                                  {"Symbol", "S"}, {"Punctuation", "P"}, {"Separator", "Z"},
                                  {"Other", "C"}};

/// \x41, \x{1F600}, \u0041
bool hexadecimal(PatternText& in, int digits, char32_t& value) {
    const bool braces = in.accept("{");
    int count = 0;
    for (value = 0; count < (braces ? 6 : digits); ++count) {
        const char c = in.peek();
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) break;
        value = value * 16 + static_cast<char32_t>(digit);
        in.take();
    }
    return count > 0 && value < 0x110000 && (!braces || in.accept("}"));
}

/// \p{L}, \p{^L}, \P{L}. Oniguruma does not have \pL.
Result<void> property(PatternText& in, bool negated, LetterSet& set) {
    if (!in.accept("{")) return in.unknown("\\p without {");
    if (in.accept("^")) negated = !negated;
    std::string name;
    while (!in.done() && in.peek() != '}' && name.size() < 40) name += static_cast<char>(in.take());
    if (!in.accept("}")) return in.unknown("\\p{" + name);
    if (name == "Han") {
        set.addFlag(negated ? LetterSet::notHan : LetterSet::han);
    } else if (const std::uint32_t mask = categoriesNamed(name)) {
        set.addCategories(negated ? allCategories & ~mask : mask);
    } else {
        return in.unknown("\\p{" + name + "}");
    }
    return {};
}

}  // namespace

std::uint32_t categoriesNamed(std::string_view name) {
    for (const LongName& known : longNames)
        if (known.name == name) name = known.category;
    if (name == "LC") return categoriesNamed("Lu") | categoriesNamed("Ll") | categoriesNamed("Lt");
    std::uint32_t mask = 0;
    for (int i = 0; i < categoryCount; ++i) {
        if (categoryNames[i] == name || (name.size() == 1 && categoryNames[i][0] == name[0]))
            mask |= std::uint32_t{1} << i;
    }
    return mask;
}

std::unexpected<Problem> PatternText::unknown(const std::string& construct) const {
    return std::unexpected(Problem{
        .code = Code::notRecognised,
        .place = "tokenizer.json, pattern " + io::excerpt(text_, 100),
        .finding = formatText("{} isn't supported in a pattern."_tr, {io::excerpt(construct)}),
        .remedy = "Use a tokenizer with a simpler pattern."_tr});
}

Result<char32_t> parseEscape(PatternText& in, bool inClass, LetterSet& set) {
    in.take();
    if (in.done()) return in.unknown("\\ at the end");
    const char32_t letter = in.take();
    char32_t value = letter;
    switch (letter) {
        case 's': set.addFlag(LetterSet::space); return notOne;
        case 'S': set.addFlag(LetterSet::notSpace); return notOne;
        // Oniguruma's \w in a class lacks superscripts and fractions of Latin-1.
        case 'w': set.addFlag(inClass ? LetterSet::classWord : LetterSet::word); return notOne;
        case 'W':
            set.addFlag(inClass ? LetterSet::notClassWord : LetterSet::notWord);
            return notOne;
        case 'd': set.addCategories(categoriesNamed("Nd")); return notOne;
        case 'D': set.addCategories(allCategories & ~categoriesNamed("Nd")); return notOne;
        case 'p':
        case 'P':
            if (auto good = property(in, letter == 'P', set); !good)
                return std::unexpected(good.error());
            return notOne;
        case 'n': value = '\n'; break;
        case 'r': value = '\r'; break;
        case 't': value = '\t'; break;
        case 'f': value = '\f'; break;
        case 'v': value = '\v'; break;
        case 'a': value = '\a'; break;
        case 'e': value = 0x1B; break;
        case 'x':
        case 'u':
            if (!hexadecimal(in, letter == 'x' ? 2 : 4, value)) return in.unknown("\\x or \\u");
            break;
        default:
            if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                (letter >= '0' && letter <= '9'))
                return in.unknown(std::string("\\") + static_cast<char>(letter));
    }
    set.add(value, value);
    return value;
}

Result<LetterSet> parseClass(PatternText& in, int depth) {
    if (depth > 20) return in.unknown("classes nested more than 20 times");
    LetterSet set;
    in.take();
    const bool negated = in.accept("^");
    bool first = true;
    while (true) {
        if (in.done()) return in.unknown("[ without ]");
        if (!first && in.accept("]")) break;
        if (in.peek() == '[' && in.peek(1) == ':') return in.unknown(std::string(in.rest(8)));
        if (in.peek() == '&' && in.peek(1) == '&') return in.unknown("&& in a class");
        first = false;
        if (in.peek() == '[') {
            auto inner = parseClass(in, depth + 1);
            if (!inner) return inner;
            if (!set.addSet(std::move(*inner)))
                return in.unknown("A class with more than 32 negated classes");
            continue;
        }
        char32_t low = 0;
        if (in.peek() == '\\') {
            const auto one = parseEscape(in, true, set);
            if (!one) return std::unexpected(one.error());
            low = *one;
        } else {
            low = in.take();
            set.add(low, low);
        }
        if (low == notOne || in.peek() != '-' || in.peek(1) == ']' || in.peek(1) == '\0') continue;
        in.take();
        LetterSet ignored;
        char32_t high = 0;
        if (in.peek() == '\\') {
            const auto one = parseEscape(in, true, ignored);
            if (!one) return std::unexpected(one.error());
            high = *one;
        } else {
            high = in.take();
        }
        if (high == notOne || high < low) return in.unknown("this range in a class");
        set.add(low, high);
    }
    if (negated) set.negate();
    return set;
}

}  // namespace hw::model
