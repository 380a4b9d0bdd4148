// SPDX-License-Identifier: MIT
// The texts of the interface. Each is written in English where it is used and marked by _tr; people read it in the
// language that was set, or in English. Whole sentences with places for what varies, never pieces that are joined:
// other languages order them otherwise. docs/languages.md says how a language is added.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// A text by its English words. Becomes text in the present language wherever text is wanted. One pointer, and what is
/// done with it out of line: there are thousands of them in what a page loads.
class Words {
public:
    constexpr Words() = default;
    constexpr std::string_view english() const { return english_; }
    constexpr bool empty() const { return *english_ == '\0'; }
    /// In the present language; valid until the next setLanguage. O(length · log texts), English O(length).
    std::string_view text() const;
    operator std::string_view() const { return text(); }  // NOLINT: meant to be implicit
    operator std::string() const;                         // NOLINT
    friend constexpr bool operator==(Words a, Words b) { return a.english() == b.english(); }

private:
    constexpr explicit Words(const char* english) : english_(english) {}
    friend consteval Words operator""_tr(const char* english, std::size_t length);
    const char* english_ = "";
};

/// "Rollout"_tr. tools/words.mjs finds texts by this mark.
consteval Words operator""_tr(const char* english, std::size_t) { return Words(english); }

/// What stands in a place of a sentence: text or a whole number.
class SentencePart {
public:
    SentencePart(std::string_view text);    // NOLINT: implicit, as are those below
    SentencePart(const std::string& text);  // NOLINT
    SentencePart(const char* text);         // NOLINT
    SentencePart(Words words);              // NOLINT
    template <std::integral Integer>
    SentencePart(Integer number) : value_(static_cast<std::size_t>(number)) {}  // NOLINT
    void appendTo(std::string& text) const;

private:
    const char* text_ = nullptr;  ///< null: value_ is the number
    std::size_t value_ = 0;       ///< length, or the number in two's complement
};

/// The sentence with its parts: `{}` takes the next one, `{2}` the second. O(length).
std::string say(Words sentence, std::initializer_list<SentencePart> parts);

/// Of "{} layer|{} layers", the form for `number`, with its parts.
std::string sayCount(int number, Words forms, std::initializer_list<SentencePart> parts);
/// The same with the number as its only part: "6 layers".
std::string counted(int number, Words forms);

/// A text that is data, such as the title of a sample that comes with the page: its translation if there is one.
std::string translated(std::string_view english);

/// A number's digits as the present language writes them: 0.25 is 0,25 in German.
std::string inLanguage(std::string number);

/// Sets the language of all texts from now on; an empty list: English. First the mark before decimals, then for each
/// number from 0 to 999, as a digit, which of a text's forms it takes, then the texts, each in English and in the
/// language. Not while another thread reads one. O(texts log texts).
void setLanguage(std::vector<std::string> table);

/// While it exists, texts are English and decimals have a point: for what programs read.
class InEnglish {
public:
    InEnglish();
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;

private:
    bool before_;
};

}  // namespace hw
