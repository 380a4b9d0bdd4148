// SPDX-License-Identifier: MIT
// Any bytes as a tokenizer.json, which then splits texts. It must not crash, a refusal has a reason and a remedy,
// tokens end after their beginning and have names, and decoded bytes are text. tokenizer_text has the text in its
// input, after a zero byte, and tools/fuzz gives both little memory.
#include <algorithm>
#include <array>
#include <string>

#include "fuzz/targets.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::fuzz {
namespace {

void split(const model::Tokenizer& tokenizer, std::string_view text) {
    const auto encoding = tokenizer.encode(text);
    if (!encoding) {
        require(!encoding.error().finding.empty());
        return;
    }
    require(encoding->tokens.size() == encoding->ids.size() &&
            encoding->offsets.size() == encoding->ids.size());
    for (std::size_t i = 0; i < encoding->size(); ++i) {
        require(encoding->ids[i] >= 0 && encoding->ids[i] < tokenizer.vocabularySize());
        const auto& [begin, end] = encoding->offsets[i];
        // Bytes for a prefix may extend beyond the text, as in the library.
        require(begin <= end);
        (void)tokenizer.shownToken(encoding->ids[i]);
    }
    (void)tokenizer.decode(encoding->ids, true);
}

}  // namespace

int tokenizer(std::string_view bytes) {
    const auto read = model::readTokenizerJson(bytes);
    if (!read) {
        require(!read.error().finding.empty() && !read.error().remedy.empty());
        return 0;
    }
    static constexpr std::array<std::string_view, 6> texts{
        "",
        "The keys to the cabinet  are\ton\nthe table.",
        "it's 12345 naïve Ünïcödé",
        "日本語 한국어 😀👩‍👩‍👧 ﷺ",
        "\xFF\xC3(\xE2\x82",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    for (const std::string_view text : texts) split(*read, text);
    // A part of the file itself, because it contains the vocabulary's tokens.
    const std::string own(bytes.substr(0, 200));
    split(*read, own);
    return 0;
}

int tokenizerText(std::string_view bytes) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    const auto read = model::readTokenizerJson(bytes.substr(0, end));
    if (!read) return -1;
    std::string text(bytes.substr(std::min(end + 1, bytes.size())));
    if (text.empty()) text = "The keys a\u0301 12 \U0001F600  ";
    // Long enough to reveal quadratic cost.
    for (std::string all = text; text.size() < 4096;) text += all;
    split(*read, text);
    return 0;
}

}  // namespace hw::fuzz
