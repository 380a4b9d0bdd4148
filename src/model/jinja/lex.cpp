// SPDX-License-Identifier: MIT
#include "model/jinja/lex.h"

#include <algorithm>
#include <array>

#include "core/localized_text.h"
#include "core/tokens/utf8_text.h"
#include "io/json/utf8.h"
#include "io/tree/number_format.h"
#include "model/jinja/strings.h"

namespace hw::model::jinja {

Problem templateProblem(Code code, int line, std::string finding) {
    return {code, "chat template, line " + std::to_string(line), std::move(finding),
            std::string("Send it as plain text."_tr), std::nullopt};
}

namespace {

using TokenKind = Token::Kind;

/// Converts line ends to "\n", and drops the last one.
std::string withLines(std::string_view source) {
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r') {
            text += '\n';
            if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
        } else {
            text += source[i];
        }
    }
    if (text.ends_with('\n')) text.pop_back();
    return text;
}

constexpr std::array<std::string_view, 26> signs{"//", "**", "==", "!=", ">=", "<=", "+", "-", "/",
                                                 "*",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                 ">",  "<",  "=",  ".",  ":",  "|",  ",", ";"};

class Lexer {
public:
    explicit Lexer(std::string_view source) : held_(withLines(source)), text_(held_) {}

    Result<std::vector<Token>> tokens() {
        while (!problem_ && at_ < text_.size()) step();
        if (problem_) return std::unexpected(std::move(*problem_));
        push(TokenKind::end, {});
        return std::move(tokens_);
    }

private:
    bool accept(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    void fail(LocalizedText finding) {
        problem_ = problem_.value_or(templateProblem(Code::syntax, line(), std::string(finding)));
        at_ = text_.size();
    }

    int line() {
        line_ += static_cast<int>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                       text_.begin() + static_cast<std::ptrdiff_t>(std::max(counted_, at_)), '\n'));
        counted_ = std::max(counted_, at_);
        return line_;
    }

    void push(TokenKind kind, std::string text) {
        tokens_.push_back({kind, std::move(text), line()});
    }

    /// Pushes data up to `end`, where a tag begins whose sign may strip it.
    void pushData(std::size_t end, char sign, bool isVariable) {
        std::string_view data = text_.substr(at_, end - at_);
        if (sign == '-') {
            data = strippedRight(data);
        } else if (sign != '+' && !isVariable) {
            // lstrip_blocks: the first tag of a line removes the blanks before it.
            const std::size_t lineAt = data.rfind('\n') + 1;
            if ((lineAt > 0 || startsLine_) && strippedLeft(data.substr(lineAt)).empty())
                data = data.substr(0, lineAt);
        }
        if (!data.empty()) push(TokenKind::data, std::string(data));
        at_ = end;
    }

    /// Whether a tag ends here. Its sign decides about the white space after it.
    bool ends(std::string_view mark, bool trims) {
        const std::string_view rest = text_.substr(at_);
        const bool hasSign = rest.starts_with('-') || (trims && rest.starts_with('+'));
        if (!rest.substr(hasSign ? 1 : 0).starts_with(mark)) return false;
        const char sign = hasSign ? rest.front() : ' ';
        at_ += mark.size() + (hasSign ? 1 : 0);
        if (sign == '-')
            at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
        else if (sign == ' ' && trims)
            accept("\n");
        startsLine_ = text_[at_ - 1] == '\n';
        return true;
    }

    /// Reads up to the next tag, and the tag.
    void step() {
        std::size_t begin = at_;
        while ((begin = text_.find('{', begin)) != std::string_view::npos &&
               (begin + 1 >= text_.size() ||
                std::string_view("{%#").find(text_[begin + 1]) == std::string_view::npos))
            ++begin;
        if (begin == std::string_view::npos) {
            push(TokenKind::data, std::string(text_.substr(at_)));
            at_ = text_.size();
            return;
        }
        const char mark = text_[begin + 1];
        const char sign = begin + 2 < text_.size() ? text_[begin + 2] : ' ';
        pushData(begin, sign, mark == '{');
        at_ = begin + 2 + (sign == '-' || sign == '+' ? 1 : 0);
        if (mark == '#') return comment();
        if (mark == '%' && raw()) return;
        push(mark == '{' ? TokenKind::variableBegin : TokenKind::blockBegin, {});
        tag(mark == '{' ? "}}" : "%}", mark == '{');
    }

    void comment() {
        for (; at_ < text_.size(); ++at_)
            if (ends("#}", true)) return;
        fail("A comment is not closed."_tr);
    }

    /// {% raw %} ... {% endraw %} is data.
    bool raw() {
        const std::size_t from = at_;
        at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
        if (!accept("raw")) return at_ = from, false;
        at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
        if (accept("-%}"))
            at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
        else if (!accept("%}"))
            return at_ = from, false;
        startsLine_ = text_[at_ - 1] == '\n';
        for (std::size_t end = at_; (end = text_.find("{%", end)) != std::string_view::npos;
             ++end) {
            const std::size_t data = at_;
            const char sign = end + 2 < text_.size() ? text_[end + 2] : ' ';
            at_ = end + 2 + (sign == '-' || sign == '+' ? 1 : 0);
            at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
            if (!accept("endraw")) {
                at_ = data;
                continue;
            }
            at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
            const std::size_t close = at_;
            at_ = data;
            pushData(end, sign, false);
            at_ = close;
            if (!ends("%}", true)) fail("A tag is not closed."_tr);
            return true;
        }
        fail("A tag is not closed."_tr);
        return true;
    }

    /// Reads the tokens of a tag. Its end counts only outside brackets.
    void tag(std::string_view mark, bool isVariable) {
        std::string open;
        while (!problem_) {
            at_ = text_.size() - strippedLeft(text_.substr(at_)).size();
            if (at_ >= text_.size()) return fail("A tag is not closed."_tr);
            if (open.empty() && ends(mark, !isVariable))
                return push(isVariable ? TokenKind::variableEnd : TokenKind::blockEnd, {});
            const char c = text_[at_];
            if (c == '\'' || c == '"')
                string(c);
            else if (c >= '0' && c <= '9')
                number();
            else if (isNameLetter(at_))
                name();
            else
                sign(open);
        }
    }

    bool isNameLetter(std::size_t at) const {
        const char32_t letter = nextCodePoint(text_, at);
        if (letter < 0x80)
            return letter == '_' || (letter >= '0' && letter <= '9') ||
                   ((letter | 0x20U) >= 'a' && (letter | 0x20U) <= 'z');
        return letter != invalidCodePoint && !isSpace(letter);
    }

    void name() {
        const std::size_t from = at_;
        while (at_ < text_.size() && isNameLetter(at_)) nextCodePoint(text_, at_);
        push(TokenKind::name, std::string(text_.substr(from, at_ - from)));
    }

    void number() {
        std::string digits;
        bool isReal = false;
        const auto more = [&] {
            while (at_ < text_.size() &&
                   ((text_[at_] >= '0' && text_[at_] <= '9') || text_[at_] == '_')) {
                if (text_[at_] != '_') digits += text_[at_];
                ++at_;
            }
        };
        const auto isDigit = [&](std::size_t at) {
            return at < text_.size() && text_[at] >= '0' && text_[at] <= '9';
        };
        more();
        if (at_ < text_.size() && text_[at_] == '.' && isDigit(at_ + 1)) {
            isReal = true;
            digits += text_[at_++];
            more();
        }
        if (at_ < text_.size() && (text_[at_] | 0x20) == 'e' &&
            (isDigit(at_ + 1) || isDigit(at_ + 2))) {
            isReal = true;
            digits += text_[at_++];
            if (!isDigit(at_)) digits += text_[at_++];
            more();
        }
        push(isReal ? TokenKind::real : TokenKind::integer, digits);
    }

    void string(char mark) {
        std::string out;
        for (++at_; at_ < text_.size() && text_[at_] != mark;) {
            if (text_[at_] != '\\')
                out += text_[at_++];
            else
                escape(out);
        }
        if (at_ >= text_.size()) return fail("A string is not closed."_tr);
        ++at_;
        push(TokenKind::string, out);
    }

    void escape(std::string& out) {
        constexpr std::string_view letters = "ntrabfv0\\'\"";
        constexpr std::string_view meant{"\n\t\r\a\b\f\v\0\\'\"", 11};
        const char c = ++at_ < text_.size() ? text_[at_++] : ' ';
        const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        if (digits > 0) {
            char32_t letter = 0;
            for (int i = 0; i < digits; ++i, ++at_) {
                constexpr std::string_view hex = "0123456789abcdef";
                const std::size_t digit =
                    at_ < text_.size() ? hex.find(static_cast<char>(text_[at_] | 0x20)) : hex.npos;
                if (digit == hex.npos) return fail("Incomplete escape sequence."_tr);
                letter = letter * 16 + static_cast<char32_t>(digit);
            }
            if (letter > 0x10FFFF) return fail("Incomplete escape sequence."_tr);
            io::appendUtf8(out, letter);
        } else if (c == 'N' || (c >= '0' && c <= '7' && at_ < text_.size() && text_[at_] >= '0' &&
                                text_[at_] <= '7')) {
            fail("Unsupported escape sequence."_tr);
        } else if (const std::size_t known = letters.find(c); known != letters.npos) {
            out += meant[known];
        } else if (c != '\n') {
            out += {'\\', c};
        }
    }

    void sign(std::string& open) {
        const auto found = std::ranges::find_if(
            signs, [&](std::string_view one) { return text_.substr(at_).starts_with(one); });
        if (found == signs.end()) return fail("Unknown character in a tag."_tr);
        const char c = found->front();
        if (c == '(' || c == '[' || c == '{') open += c == '(' ? ')' : c == '[' ? ']' : '}';
        if (c == ')' || c == ']' || c == '}') {
            if (!open.ends_with(c)) return fail("Unmatched closing bracket."_tr);
            open.pop_back();
        }
        at_ += found->size();
        push(TokenKind::sign, std::string(*found));
    }

    std::string held_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0;
    int line_ = 1;
    bool startsLine_ = true;
    std::vector<Token> tokens_;
    std::optional<Problem> problem_;
};

}  // namespace

Result<std::vector<Token>> lex(std::string_view source) { return Lexer(source).tokens(); }

}  // namespace hw::model::jinja
