// SPDX-License-Identifier: MIT
#include "core/localized_text.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"

namespace hw {
namespace {

struct Text {
    std::string_view english, own;
};

struct Catalogue {
    std::vector<std::string> table;  ///< the given table
    std::vector<Text> texts;         ///< by their English
    bool isOff = false;              ///< English for now
    bool isEnglish() const { return isOff || table.size() < 2; }
    std::string_view decimalMark() const {
        return isEnglish() ? std::string_view(".") : std::string_view(table[0]);
    }
    std::string_view forms() const {
        return isEnglish() ? std::string_view() : std::string_view(table[1]);
    }
};

Catalogue& catalogue() {
    static Catalogue instance;
    return instance;
}

/// Which form a number takes. From 1000 on, rules use the last two digits.
std::size_t formOf(int number) {
    const std::string_view forms = catalogue().forms();
    if (forms.size() < 1000) return number == 1 ? 0 : 1;
    const int place = number < 0 ? 0 : number < 1000 ? number : 900 + number % 100;
    return forms[place] - '0';
}

std::string filled(std::string_view sentence, std::initializer_list<SentencePart> parts) {
    std::string text;
    std::size_t next = 0;
    while (!sentence.empty()) {
        const std::size_t open = sentence.find('{');
        const std::size_t close = open == sentence.npos ? open : sentence.find('}', open);
        if (close == sentence.npos) break;
        const std::string_view inside = sentence.substr(open + 1, close - open - 1);
        const bool isDigit = inside.size() == 1 && inside[0] >= '1' && inside[0] <= '9';
        const bool isPlace = inside.empty() || isDigit;
        const std::size_t place = isDigit ? inside[0] - '1' : next;
        if (!isPlace || place >= parts.size()) {  // {...} stays unchanged
            text += sentence.substr(0, open + 1);
            sentence.remove_prefix(open + 1);
            continue;
        }
        if (!isDigit) ++next;
        text += sentence.substr(0, open);
        (parts.begin() + place)->appendTo(text);
        sentence.remove_prefix(close + 1);
    }
    return text += sentence;
}

std::string_view inTable(std::string_view english) {
    if (catalogue().isEnglish()) return english;
    const std::vector<Text>& texts = catalogue().texts;
    const auto found = std::ranges::lower_bound(texts, english, {}, &Text::english);
    return found != texts.end() && found->english == english ? found->own : english;
}

}  // namespace

std::string_view LocalizedText::text() const { return inTable(english_); }

LocalizedText::operator std::string() const { return std::string(text()); }

std::string translated(std::string_view english) { return std::string(inTable(english)); }

SentencePart::SentencePart(std::string_view text)
    : text_(text.empty() ? "" : text.data()), value_(text.size()) {}

SentencePart::SentencePart(const std::string& text) : SentencePart(std::string_view(text)) {}

SentencePart::SentencePart(const char* text) : SentencePart(std::string_view(text)) {}

SentencePart::SentencePart(LocalizedText words) : SentencePart(words.text()) {}

void SentencePart::appendTo(std::string& text) const {
    if (text_ != nullptr)
        text.append(text_, value_);
    else
        text += numberText(static_cast<std::ptrdiff_t>(value_));
}

std::string formatText(LocalizedText sentence, std::initializer_list<SentencePart> parts) {
    return filled(sentence.text(), parts);
}

std::string sayCount(int number, LocalizedText forms, std::initializer_list<SentencePart> parts) {
    std::string_view text = forms.text();
    for (std::size_t skip = formOf(number); skip > 0; --skip) {
        const std::size_t bar = text.find('|');
        if (bar == text.npos) break;
        text.remove_prefix(bar + 1);
    }
    return filled(text.substr(0, text.find('|')), parts);
}

std::string pluralText(int number, LocalizedText forms) {
    return sayCount(number, forms, {number});
}

std::string inLanguage(std::string number) {
    const std::size_t point = number.find('.');
    if (point != number.npos) number.replace(point, 1, catalogue().decimalMark());
    return number;
}

void setLanguage(std::vector<std::string> table) {
    Catalogue& all = catalogue();
    all.table = std::move(table);
    all.texts.clear();
    for (std::size_t i = 2; i + 1 < all.table.size(); i += 2)
        all.texts.push_back({all.table[i], all.table[i + 1]});
    std::ranges::sort(all.texts, {}, &Text::english);
}

InEnglish::InEnglish() : before_(std::exchange(catalogue().isOff, true)) {}

InEnglish::~InEnglish() { catalogue().isOff = before_; }

}  // namespace hw
