// SPDX-License-Identifier: MIT
#include "protocol/open_choices.h"

#include <algorithm>

#include "protocol/field_text.h"

namespace hw {
namespace {

constexpr std::string_view readKey = openChoiceKeys[0];
constexpr std::string_view tokensKey = openChoiceKeys[1];
constexpr std::string_view decoderKey = openChoiceKeys[2];
constexpr std::string_view firstKey = openChoiceKeys[7];

/// The choices whose values are used unchanged.
struct TextChoice {
    std::string_view key;
    std::string OpenOptions::* member;
};
constexpr TextChoice texts[] = {
    {openChoiceKeys[3], &OpenOptions::pictures}, {openChoiceKeys[4], &OpenOptions::grid},
    {openChoiceKeys[5], &OpenOptions::axes},     {openChoiceKeys[6], &OpenOptions::layersFrom},
    {openChoiceKeys[8], &OpenOptions::mark},     {openChoiceKeys[9], &OpenOptions::weightsFile},
    {pictureDataKey, &OpenOptions::pictureData}};

bool readWords(OpenOptions& options, std::string_view value) {
    for (const ReadingSwitch& each : readingSwitches) options.*each.member = false;
    bool all = true;
    while (!value.empty()) {
        const std::string_view part = takeUntil(value, ',');
        bool known = false;
        for (const ReadingSwitch& each : readingSwitches) {
            if (each.word != part) continue;
            options.*each.member = known = true;
        }
        all = all && known;
    }
    return all;
}

/// A number, or nothing for all.
bool readFirst(OpenOptions& options, std::string_view value) {
    int number = 0;
    for (const char c : value) {
        if (c < '0' || c > '9' || number > 10'000'000) return false;
        number = number * 10 + (c - '0');
    }
    options.firstTokens = number;
    return true;
}

constexpr std::string_view plain = " \n\t\\";
constexpr std::string_view letters = "snt\\";

}  // namespace

bool isOpenChoice(std::string_view key) {
    return std::ranges::find(openChoiceKeys, key) != std::end(openChoiceKeys);
}

bool readOpenChoice(OpenOptions& options, std::string_view key, std::string_view value) {
    if (key == readKey) return readWords(options, value);
    for (const TextChoice& text : texts) {
        if (text.key != key) continue;
        options.*text.member = value;
        return true;
    }
    if (key == firstKey) return readFirst(options, value);
    (key == tokensKey ? options.tokens : options.decoderTokens) = readTokenTexts(value);
    return true;
}

std::string openChoicesText(const OpenOptions& options) {
    std::string text;
    const auto add = [&](std::string_view key, const std::string& value) {
        if (value.empty()) return;
        if (!text.empty()) text += '&';
        text += std::string(key) + '=' + percentEncoded(value);
    };
    std::string chosen;
    for (const ReadingSwitch& each : readingSwitches) {
        if (!(options.*each.member)) continue;
        if (!chosen.empty()) chosen += ',';
        chosen += each.word;
    }
    add(readKey, chosen);
    add(tokensKey, tokenTexts(options.tokens));
    add(decoderKey, tokenTexts(options.decoderTokens));
    if (options.firstTokens > 0) add(firstKey, std::to_string(options.firstTokens));
    for (const TextChoice& each : texts) add(each.key, options.*each.member);
    return text;
}

OpenOptions openChoices(std::string_view fields) {
    OpenOptions options;
    while (!fields.empty()) {
        const std::string_view pair = takeUntil(fields, '&');
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view key = pair.substr(0, equals);
        if (isOpenChoice(key) || key == pictureDataKey)
            readOpenChoice(options, key, percentDecoded(pair.substr(equals + 1)));
    }
    return options;
}

std::vector<std::string> readTokenTexts(std::string_view text) {
    std::vector<std::string> tokens;
    std::string token;
    bool inToken = false;
    const auto end = [&] {
        if (inToken) tokens.push_back(std::move(token));
        token.clear();
        inToken = false;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            end();
            continue;
        }
        inToken = true;
        if (c != '\\' || i + 1 == text.size()) {
            token += c;
            continue;
        }
        const char letter = text[++i];
        if (letter == 'e') continue;
        const std::size_t which = letters.find(letter);
        token += which == std::string_view::npos ? letter : plain[which];
    }
    end();
    return tokens;
}

std::string tokenTexts(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens) {
        if (!text.empty()) text += ' ';
        if (token.empty()) text += "\\e";
        for (const char c : token) {
            const std::size_t which = plain.find(c);
            if (which == std::string_view::npos) {
                text += c;
            } else {
                text += '\\';
                text += letters[which];
            }
        }
    }
    return text;
}

}  // namespace hw
