// SPDX-License-Identifier: MIT
// Classes and escapes of a regular expression.
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"
#include "model/pattern/letter_set.h"
#include "model/unicode/utf8.h"

namespace hw::model {

/// The text of a pattern, and the position up to which it was read.
class PatternText {
public:
    explicit PatternText(std::string_view text) : text_(text) {}
    bool done() const { return at_ >= text_.size(); }
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool accept(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    char32_t take() {
        const char32_t letter = letterAt(text_, at_);
        at_ += sizeOfLetter(text_[at_]);
        return letter;
    }
    std::string_view rest(std::size_t most) const { return text_.substr(at_, most); }
    std::unexpected<Problem> unknown(const std::string& construct) const;

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// Parses from the opening bracket on.
Result<LetterSet> parseClass(PatternText& in, int depth);
/// Parses from the backslash on, and adds the escape's code points to the set. Returns a single code point, else
/// 0xFFFFFFFF.
Result<char32_t> parseEscape(PatternText& in, bool inClass, LetterSet& set);

}  // namespace hw::model
