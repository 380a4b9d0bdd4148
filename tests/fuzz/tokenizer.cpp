// SPDX-License-Identifier: MIT
// Any bytes as a tokenizer.json, which then splits texts: no crash; a refusal has a reason and a remedy; tokens lie within the
// text, in their order, and have names; what is decoded is text.
#include <array>
#include <string>

#include "fuzz/targets.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::fuzz {
namespace {

void split(const model::Tokenizer& tokenizer, std::string_view text, std::size_t codePoints) {
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
        require(begin <= end && end <= codePoints);
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
    struct Text {
        std::string_view text;
        std::size_t codePoints;
    };
    static constexpr std::array texts{
        Text{"", 0},
        Text{"The keys to the cabinet  are\ton\nthe table.", 42},
        Text{"it's 12345 naïve Ünïcödé", 24},
        Text{"日本語 한국어 😀👩‍👩‍👧 ﷺ", 17},
        Text{"\xFF\xC3(\xE2\x82", 5},
        Text{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 64},
    };
    for (const Text& one : texts) split(*read, one.text, one.codePoints);
    // A part of the file itself: what is in the vocabulary stands in it.
    const std::string own(bytes.substr(0, 200));
    split(*read, own, own.size());
    return 0;
}

}  // namespace hw::fuzz
