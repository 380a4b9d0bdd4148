// SPDX-License-Identifier: MIT
// Checks that a text is well-formed XML 1.0 in its characters, elements, attributes and references (fifth edition).
// Document types, instructions and comments are not supported, because figures have none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tokens/utf8_text.h"

namespace hw::test {

class StrictXml {
public:
    /// Empty if it is well-formed, otherwise the fault with its byte position.
    static std::string faultOf(std::string_view text) {
        StrictXml parser(text);
        parser.document();
        return parser.fault_;
    }

private:
    explicit StrictXml(std::string_view text) : text_(text) {}

    bool fails(const std::string& what) {
        if (fault_.empty()) fault_ = what + " at byte " + std::to_string(at_);
        return false;
    }
    bool isOver() const { return at_ >= text_.size(); }
    char present() const { return isOver() ? '\0' : text_[at_]; }
    bool take(std::string_view wanted) {
        if (!text_.substr(at_).starts_with(wanted)) return false;
        at_ += wanted.size();
        return true;
    }
    void skipSpace() {
        while (present() == ' ' || present() == '\n' || present() == '\t') ++at_;
    }

    void document() {
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t begin = at;
            const char32_t c = nextCodePoint(text_, at);
            const bool isCharacter = c == 9 || c == 10 || c == 13 || (c >= 0x20 && c <= 0xD7FF) ||
                                     (c >= 0xE000 && c <= 0xFFFD) ||
                                     (c >= 0x10000 && c <= 0x10FFFF);
            at_ = begin;
            if (!isCharacter) return void(fails("no character of XML"));
        }
        at_ = 0;
        skipSpace();
        while (fault_.empty() && element()) {
            if (open_.empty()) break;
        }
        if (!open_.empty()) fails("an element that is not closed");
        skipSpace();
        if (!isOver()) fails("something behind the document");
    }

    /// A tag, and the text up to the next one.
    bool element() {
        if (!take("<")) return fails("no tag");
        if (take("/")) {
            const std::string name = nameAt();
            if (open_.empty() || open_.back() != name)
                return fails("</" + name + "> closes nothing");
            open_.pop_back();
            skipSpace();
            if (!take(">")) return fails("no end of a tag");
        } else if (!openTag()) {
            return false;
        }
        return open_.empty() || content();
    }

    bool openTag() {
        const std::string name = nameAt();
        if (name.empty()) return fails("no name");
        std::vector<std::string> seen;
        for (;;) {
            const std::size_t before = at_;
            skipSpace();
            if (take("/>")) return true;
            if (take(">")) {
                open_.push_back(name);
                return true;
            }
            if (before == at_) return fails("no space before an attribute");
            const std::string attribute = nameAt();
            for (const std::string& one : seen) {
                if (one == attribute) return fails("an attribute twice");
            }
            seen.push_back(attribute);
            if (attribute.empty() || !take("=\"")) return fails("no attribute");
            while (!isOver() && present() != '"') {
                if (present() == '<') return fails("< in an attribute");
                if (!character()) return false;
            }
            if (!take("\"")) return fails("an attribute that does not end");
        }
    }

    bool content() {
        while (!isOver() && present() != '<') {
            if (take("]]>")) return fails("]]> in text");
            if (!character()) return false;
        }
        return true;
    }

    bool character() {
        if (present() != '&') {
            ++at_;
            return true;
        }
        for (const char* const known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
            if (take(known)) return true;
        }
        return fails("a reference that nothing has");
    }

    std::string nameAt() {
        const std::size_t begin = at_;
        const auto isName = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == ':' || c == '_';
        };
        while (isName(present())) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<std::string> open_;
    std::string fault_;
};

}  // namespace hw::test
