// SPDX-License-Identifier: MIT
// Writes compact JSON text directly, without a tree. Commas are automatic.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "core/number_text.h"

namespace hw {

/// Appends JSON to a string. The caller must balance begin and end, and use keys only inside objects. Numbers print in
/// the shortest form that reads back equal. NaN and infinities print as null.
class JsonWriter {
public:
    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }

    JsonWriter& key(std::string_view name) {
        comma();
        quote(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }
    JsonWriter& value(std::string_view text) {
        comma();
        quote(text);
        return *this;
    }
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool yes) { return raw(yes ? "true" : "false"); }
    JsonWriter& value(int number) { return digits(number); }
    JsonWriter& value(long long number) { return digits(number); }
    JsonWriter& value(unsigned long long number) { return digits(number); }
    JsonWriter& value(float number) { return std::isfinite(number) ? digits(number) : null(); }
    JsonWriter& value(double number) { return std::isfinite(number) ? digits(number) : null(); }
    JsonWriter& null() { return raw("null"); }

    /// A key and its value in one call.
    template <class T>
    JsonWriter& field(std::string_view name, const T& content) {
        return key(name).value(content);
    }
    template <class Range>
    JsonWriter& array(std::string_view name, const Range& items) {
        key(name).beginArray();
        for (const auto& item : items) value(item);
        return endArray();
    }
    /// Inserts text that is JSON already.
    JsonWriter& raw(std::string_view json) {
        comma();
        text_ += json;
        return *this;
    }

    const std::string& text() const { return text_; }
    std::string take() { return std::exchange(text_, {}); }

private:
    JsonWriter& open(char bracket) {
        comma();
        text_ += bracket;
        fresh_ = true;
        return *this;
    }
    JsonWriter& close(char bracket) {
        text_ += bracket;
        fresh_ = false;
        return *this;
    }
    void comma() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }
    template <class Number>
    JsonWriter& digits(Number number) {
        char buffer[longestNumber];
        return raw({buffer, static_cast<std::size_t>(writeNumber(buffer, number) - buffer)});
    }
    void quote(std::string_view text) {
        text_ += '"';
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (byte < 0x20 || byte == 0x7f) {
                constexpr char hex[] = "0123456789abcdef";
                text_ += "\\u00";
                text_ += hex[byte >> 4];
                text_ += hex[byte & 15];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    std::string text_;
    bool fresh_ = true;
};

}  // namespace hw
