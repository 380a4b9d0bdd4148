// SPDX-License-Identifier: MIT
// The texts of the interface. Each is written in English where it is used and marked by _tr. People read it in the
// chosen language, or in English. Write whole sentences with placeholders, never pieces to combine, because other
// languages order them differently. docs/languages.md describes how to add a language.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// A text by its English words. Converts to text in the present language where needed. It is one pointer, with all
/// functions out of line, since the code that a page loads has thousands of them.
class LocalizedText {
public:
    constexpr LocalizedText() = default;
    constexpr std::string_view english() const { return english_; }
    constexpr bool empty() const { return *english_ == '\0'; }
    /// In the present language. Valid until the next setLanguage. O(length · log texts), English O(length).
    std::string_view text() const;
    operator std::string_view() const { return text(); }  // NOLINT: meant to be implicit
    operator std::string() const;                         // NOLINT
    friend constexpr bool operator==(LocalizedText a, LocalizedText b) {
        return a.english() == b.english();
    }

private:
    constexpr explicit LocalizedText(const char* english) : english_(english) {}
    friend consteval LocalizedText operator""_tr(const char* english, std::size_t length);
    const char* english_ = "";
};

/// "Rollout"_tr. tools/words.mjs finds texts by this mark.
consteval LocalizedText operator""_tr(const char* english, std::size_t) {
    return LocalizedText(english);
}

/// The value of a placeholder in a sentence, text or a whole number.
class SentencePart {
public:
    SentencePart(std::string_view text);    // NOLINT: implicit, as are those below
    SentencePart(const std::string& text);  // NOLINT
    SentencePart(const char* text);         // NOLINT
    SentencePart(LocalizedText words);      // NOLINT
    template <std::integral Integer>
    SentencePart(Integer number) : value_(static_cast<std::size_t>(number)) {}  // NOLINT
    void appendTo(std::string& text) const;

private:
    const char* text_ = nullptr;  ///< if null, value_ is the number
    std::size_t value_ = 0;       ///< length, or the number in two's complement
};

/// The sentence with its parts. `{}` takes the next one, `{2}` the second. O(length).
std::string formatText(LocalizedText sentence, std::initializer_list<SentencePart> parts);

/// The form of "{} layer|{} layers" for `number`, with its parts.
std::string sayCount(int number, LocalizedText forms, std::initializer_list<SentencePart> parts);
/// The same with the number as its only part: "6 layers".
std::string pluralText(int number, LocalizedText forms);

/// The translation, if there is one, of a text that is data, such as the title of a sample that comes with the page.
std::string translated(std::string_view english);

/// A number's digits as the present language writes them, such as 0,25 for 0.25 in German.
std::string inLanguage(std::string number);

/// Sets the language of all texts from now on. An empty list means English. The list has first the mark before
/// decimals, then for each number from 0 to 999 a digit for the form of a text that it takes, then the texts, each in
/// English and in the language. Do not call it while another thread reads a text. O(texts log texts).
void setLanguage(std::vector<std::string> table);

/// While it exists, texts are English and decimals have a point, for output that programs read.
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
