// SPDX-License-Identifier: MIT
// Strings and keys: escapes, control characters, repair of what is not Unicode.
#include "io/json/json_parser.h"
#include "io/json/utf8.h"
#include "io/tree/words.h"

namespace hw::io {

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
                                    "A string contains a line break or another control "
                                    "character."_tr,
                                    "Write it as an escape, such as \\n; JSON libraries do."_tr));
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

// Errors are reported at the start of the string: an escape may stand on both sides of a chunk's end.
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
        fail(problemHere(Code::syntax, tokenByte_,
                         "The string that begins here has a backslash with an unknown escape."_tr,
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
                         "The string that begins here has \\u without four hexadecimal "
                         "digits."_tr,
                         "Write the file with a JSON library, such as Python's json.dump."_tr));
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
