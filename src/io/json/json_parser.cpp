// SPDX-License-Identifier: MIT
// The grammar, with strings and keys. Rows of numbers and the tree are in separate files.
#include "io/json/json_parser.h"

#include <limits>

#include "io/json/space.h"
#include "io/json/utf8.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t longestBareWord = 65'536;
constexpr std::ptrdiff_t margin = 64;  // a number, its key and its neighbours fit

bool isBare(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '+' || c == '_' || c == '$';
}

constexpr LocalizedText writeAgain = "Use a JSON library, such as Python’s json.dump."_tr;
constexpr LocalizedText asPython = "This is Python output, not JSON. Use json.dump."_tr;

}  // namespace

JsonParser::JsonParser(JsonOptions options) : options_(options), chunkByte_(options.firstByte) {}

Result<std::size_t> JsonParser::push(std::string_view chunk) {
    if (chunk.empty())
        return std::size_t{0};  // its address may be null, which would look like an error
    chunk_ = chunk.data();
    at_ = chunk_;
    const char* const stopped = run(chunk.data(), chunk.data() + chunk.size());
    if (stopped == nullptr) return std::unexpected(*problem_);
    const std::size_t used = stopped - chunk.data();
    chunkByte_ += used;
    return used;
}

Result<Tree> JsonParser::finish() {
    if (state_ == State::bare && frames_.empty()) {
        if (!bareWord(scratch_, tokenByte_)) return std::unexpected(*problem_);
        endValue();
    }
    if (inLines_ && frames_.size() == 1 && state_ == State::afterValue && !close())
        return std::unexpected(problem_.value_or(Problem{}));
    if (state_ == State::done) return std::move(tree_);
    if (tree_.nodes.empty() && state_ == State::value) {
        return std::unexpected(Problem{Code::empty, "", "The file contains only white space."_tr,
                                       options_.isAnalysis
                                           ? "Choose a file with attention weights."_tr
                                           : "Copy or download the file again."_tr,
                                       std::nullopt});
    }
    const LocalizedText finding =
        state_ == State::string
            ? "The file ends inside a string with {} bracket open.|The file ends inside a string with {} brackets open."_tr
            : "The file ends with {} bracket open.|The file ends with {} brackets open."_tr;
    const std::size_t written = frames_.size() - (inLines_ ? 1 : 0);
    return std::unexpected(problemHere(Code::truncated, chunkByte_, count(written, finding),
                                       "Copy or download it again, or finish writing it."_tr));
}

const char* JsonParser::run(const char* p, const char* end) {
    while (p != nullptr && p != end) {
        if (state_ == State::string) {
            p = readString(p, end);
            continue;
        }
        if (state_ == State::bare) {
            p = readBare(p, end);
            continue;
        }
        if (state_ == State::done && options_.stopAtEnd) return p;
        if (isSpace(*p)) {
            ++p;
            continue;
        }
        switch (state_) {
            case State::firstValue:
                if (*p == ']') {
                    if (!close()) return nullptr;
                    ++p;
                    break;
                }
                [[fallthrough]];
            case State::value: p = readValue(p, end); break;
            case State::firstKey:
            case State::key: p = readKeyOrClose(p, end); break;
            case State::colon:
                if (*p != ':')
                    return unexpected(p, "Found {} instead of a colon after the key."_tr);
                state_ = State::value;
                ++p;
                break;
            case State::afterValue: p = readAfterValue(p); break;
            default: p = readAfterEnd(p); break;
        }
    }
    return p;
}

const char* JsonParser::readValue(const char* p, const char* end) {
    const char c = *p;
    if (c == '[' || c == '{') {
        if (!open(c == '{', offset(p))) return nullptr;
        return p + 1;
    }
    if (c == '"' || (c == '\'' && options_.javascript)) {
        startToken(State::string, false, p);
        quote_ = c;
        return p + 1;
    }
    if (isBare(c)) {
        if (!frames_.empty() && end - p > margin) {
            const Frame& frame = frames_.back();
            const bool row =
                !frame.object && !frame.exact &&
                (frame.content == Content::scalars || frame.content == Content::nothing);
            if (row) {
                const char* const stopped = readRow<false>(p, end - margin);
                if (stopped != p) return stopped;
            }
        }
        startToken(State::bare, false, p);
        return readBare(p, end);
    }
    if (c == ']' && state_ == State::value && !frames_.empty() && !frames_.back().object) {
        if (options_.javascript) return close() ? p + 1 : nullptr;
        return fail(
            problemHere(Code::syntax, offset(p), "Trailing comma before ]."_tr, "Remove it."_tr));
    }
    return unexpected(p, "Found {} instead of a value."_tr);
}

const char* JsonParser::readBare(const char* p, const char* end) {
    const char* q = p;
    at_ = p;
    while (q != end && isBare(*q)) ++q;
    const bool whole = q != end;
    if (scratch_.size() + static_cast<std::size_t>(q - p) > longestBareWord) {
        return fail(problemHere(Code::badNumber, tokenByte_,
                                formatText("A number or word is longer than {} characters."_tr,
                                           {grouped(longestBareWord)}),
                                writeAgain));
    }
    std::string_view word(p, q - p);
    if (!whole || !scratch_.empty()) scratch_ += word;
    if (!whole) return q;
    if (!scratch_.empty()) word = scratch_;
    if (stringIsKey_) {
        if (word.data() != scratch_.data()) scratch_ = word;
        return endKey() ? q : nullptr;
    }
    if (!bareWord(word, tokenByte_)) return nullptr;
    endValue();
    return q;
}

const char* JsonParser::readKeyOrClose(const char* p, const char* end) {
    const char c = *p;
    if (c == '}') {
        if (state_ == State::key && !options_.javascript) {
            return fail(problemHere(Code::syntax, offset(p), "Trailing comma before }."_tr,
                                    "Remove it."_tr));
        }
        return close() ? p + 1 : nullptr;
    }
    if (c == '"' && end - p > margin) {
        const Frame& frame = frames_.back();
        const bool row = !frame.exact && (frame.indexed ? frame.content == Content::scalars
                                                        : state_ == State::firstKey);
        if (row) {
            const char* const stopped = readRow<true>(p, end - margin);
            if (stopped != p) return stopped;
        }
    }
    if (c == '"' || (c == '\'' && options_.javascript)) {
        startToken(State::string, true, p);
        quote_ = c;
        return p + 1;
    }
    if (options_.javascript && isBare(c)) {
        startToken(State::bare, true, p);
        return readBare(p, end);
    }
    return unexpected(p, "Found {} instead of a key in double quotes."_tr);
}

const char* JsonParser::readAfterValue(const char* p) {
    if (inLines_ && frames_.size() == 1) return readAfterEnd(p);
    const Frame& frame = frames_.back();
    if (*p == ',') {
        state_ = frame.object ? State::key : State::value;
        return p + 1;
    }
    if (*p == (frame.object ? '}' : ']')) return close() ? p + 1 : nullptr;
    return unexpected(p, frame.object ? "Found {} instead of a comma or }."_tr
                                      : "Found {} instead of a comma or ]."_tr);
}

bool JsonParser::bareWord(std::string_view word, std::uint64_t byte) {
    const char first = word.front();
    if ((first >= '0' && first <= '9') || (first == '-' && word != "-Infinity"))
        return number(word, byte);
    if (word == "null") return addScalar(0, 0, true, byte);
    if (word == "true" || word == "false") {
        if (!frames_.empty()) spillScalars(frames_.back());
        const NodeId node = addNode(Kind::boolean, byte);
        tree_.nodes[node].truth = word == "true";
        return checkMemory();
    }
    constexpr float missing = std::numeric_limits<float>::quiet_NaN();
    if (word == "NaN" || word == "Infinity" || word == "-Infinity") {
        if (word != "NaN") ++tree_.infinities;
        return addScalar(missing, static_cast<double>(missing), false, byte);
    }
    const bool isPython =
        word == "None" || word == "True" || word == "False" || word == "nan" || word == "inf";
    fail(problemHere(Code::syntax, byte,
                     formatText("The word \"{}\" is not a JSON value."_tr, {excerpt(word)}),
                     isPython ? asPython : writeAgain));
    return false;
}

bool JsonParser::number(std::string_view word, std::uint64_t byte) {
    Decimal decimal;
    if (!readDecimal(word, decimal)) {
        fail(problemHere(
            Code::badNumber, byte,
            formatText("The number \"{}\" is not valid JSON."_tr, {excerpt(word)}),
            "Drop leading zeros and plus signs, and write digits on both sides of the point."_tr));
        return false;
    }
    float value = toFloat(decimal, word);
    if (value > std::numeric_limits<float>::max() || value < std::numeric_limits<float>::lowest()) {
        value = std::numeric_limits<float>::quiet_NaN();
        const bool inRow = !frames_.empty() && !frames_.back().dropped;
        if (inRow && tree_.overflows++ == 0) {
            tree_.overflowByte = byte;
            tree_.overflowPlace = place(frames_.size(), true);
        }
    }
    const bool wantsDouble = frames_.empty() || (frames_.back().object && !pendingIndexed_) ||
                             frames_.back().exact || frames_.back().content == Content::mixed;
    return addScalar(value, wantsDouble ? toDouble(decimal, word) : static_cast<double>(value),
                     false, byte);
}

void JsonParser::startToken(State state, bool key, const char* p) {
    state_ = state;
    stringIsKey_ = key;
    tokenByte_ = offset(p);
    scratch_.clear();
    nonAscii_ = false;
}

void JsonParser::endValue() { state_ = frames_.empty() ? State::done : State::afterValue; }

const char* JsonParser::fail(Problem problem) {
    problem_ = std::move(problem);
    return nullptr;
}

const char* JsonParser::unexpected(const char* p, LocalizedText finding) {
    LocalizedText remedy = writeAgain;
    if (*p == '/') {
        finding = "JSON doesn’t allow comments."_tr;
        remedy = "Remove the comments."_tr;
    } else if (*p == '\'') {
        finding = "JSON strings need double quotes, not single quotes."_tr;
        remedy = asPython;
    } else if (*p == '<' && frames_.empty()) {
        finding = "This is a web page, not JSON."_tr;
        remedy = "Use the data’s URL."_tr;
    }
    return fail(
        problemHere(Code::syntax, offset(p), formatText(finding, {shownCharacter(*p)}), remedy));
}

Problem JsonParser::problemHere(Code code, std::uint64_t byte, std::string finding,
                                std::string remedy) const {
    return problemAt(code, place(frames_.size(), false), byte, std::move(finding),
                     std::move(remedy));
}

const char* JsonParser::readString(const char* p, const char* end) {
    while (p != end) {
        if (escapeState_ != 0) {
            if (!roomForText(4) || !escape(*p)) return nullptr;
            ++p;
            continue;
        }
        const char* q = p;
        unsigned seen = 0;
        while (q != end && *q != quote_ && *q != '\\' && static_cast<unsigned char>(*q) >= 0x20) {
            seen |= static_cast<unsigned char>(*q);
            ++q;
        }
        if (q != p) {
            flushSurrogate();
            if (!roomForText(static_cast<std::size_t>(q - p))) return nullptr;
            scratch_.append(p, q);
            nonAscii_ = nonAscii_ || seen >= 0x80;
        }
        p = q;
        if (p == end) return p;
        if (*p == quote_) {
            ++p;
            return endString() ? p : nullptr;
        }
        if (*p != '\\') {
            return fail(problemHere(Code::syntax, offset(p),
                                    "A string contains a line break or control character."_tr,
                                    "Escape it, such as \\n."_tr));
        }
        escapeState_ = 1;
        ++p;
    }
    return p;
}

void JsonParser::flushSurrogate() {
    if (highSurrogate_ == 0) return;
    highSurrogate_ = 0;
    appendUtf8(scratch_, 0xFFFD);
    if (tree_.repairedText++ == 0) tree_.repairedTextByte = tokenByte_;
}

// Errors are reported at the start of the string, since an escape may lie on both sides of a chunk's end.
bool JsonParser::escape(char c) {
    if (escapeState_ == 1) {
        if (c == 'u') {
            escapeState_ = 2;
            escapeValue_ = 0;
            return true;
        }
        escapeState_ = 0;
        flushSurrogate();
        switch (c) {
            case '"':
            case '\\':
            case '/': scratch_ += c; return true;
            case 'b': scratch_ += '\b'; return true;
            case 'f': scratch_ += '\f'; return true;
            case 'n': scratch_ += '\n'; return true;
            case 'r': scratch_ += '\r'; return true;
            case 't': scratch_ += '\t'; return true;
            case '\'':
                if (options_.javascript) {
                    scratch_ += c;
                    return true;
                }
                break;
            default: break;
        }
        fail(problemHere(Code::syntax, tokenByte_, "This string contains an unknown escape."_tr,
                         "Write a backslash in a string as \\\\."_tr));
        return false;
    }
    std::uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
        digit = static_cast<std::uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
        digit = static_cast<std::uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
        digit = static_cast<std::uint32_t>(c - 'A' + 10);
    } else {
        fail(problemHere(Code::syntax, tokenByte_,
                         "This string has \\u without four hexadecimal digits."_tr,
                         "Use a JSON library, such as Python’s json.dump."_tr));
        return false;
    }
    escapeValue_ = escapeValue_ * 16 + digit;
    if (++escapeState_ < 6) return true;
    escapeState_ = 0;
    const std::uint32_t unit = escapeValue_;
    if (unit >= 0xD800 && unit < 0xDC00) {
        flushSurrogate();
        highSurrogate_ = unit;
    } else if (unit >= 0xDC00 && unit < 0xE000 && highSurrogate_ != 0) {
        appendUtf8(scratch_, 0x10000 + ((highSurrogate_ - 0xD800) << 10) + (unit - 0xDC00));
        highSurrogate_ = 0;
    } else if (unit >= 0xDC00 && unit < 0xE000) {
        highSurrogate_ = unit;
        flushSurrogate();
    } else {
        flushSurrogate();
        appendUtf8(scratch_, unit);
    }
    return true;
}

bool JsonParser::endString() {
    flushSurrogate();
    if (nonAscii_) {
        const std::size_t repaired = repairUtf8(scratch_);
        if (repaired > 0 && tree_.repairedText == 0) tree_.repairedTextByte = tokenByte_;
        tree_.repairedText += repaired;
    }
    if (stringIsKey_) return endKey();
    if (!frames_.empty()) spillScalars(frames_.back());
    const NodeId node = addNode(Kind::string, tokenByte_);
    tree_.nodes[node].first = tree_.addString(scratch_);
    endValue();
    return checkMemory();
}

bool JsonParser::endKey() {
    Frame& frame = frames_.back();
    state_ = State::colon;
    pendingKeyByte_ = tokenByte_;
    pendingIndexed_ = (frame.content == Content::nothing || frame.content == Content::scalars) &&
                      (frame.count == 0 || frame.indexed) &&
                      scratch_ == std::to_string(frame.count);
    if (pendingIndexed_) return true;
    spillScalars(frame);
    pendingKey_ = tree_.addString(scratch_);
    return checkMemory();
}

}  // namespace hw::io
