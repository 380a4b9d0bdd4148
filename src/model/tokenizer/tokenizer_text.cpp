// SPDX-License-Identifier: MIT
// Tokens by id, and the text of ids.
#include <algorithm>
#include <utility>

#include "core/tokens/byte_tokens.h"
#include "io/json/utf8.h"
#include "model/tokenizer/steps/byte_letters.h"
#include "model/tokenizer/tokenizer.h"
#include "model/unicode/utf8.h"

namespace hw::model {

std::optional<std::string_view> Tokenizer::token(std::int32_t id) const {
    if (const std::size_t at = addedAt(id); at < added_.size()) return decoded_[at];
    return hasNumber(id) ? parts_.model->vocabulary().text(id) : std::nullopt;
}

std::int32_t Tokenizer::numberOf(std::string_view token) const {
    const std::int32_t id = parts_.model->vocabulary().find(token);
    return hasNumber(id) ? id : -1;
}

std::int32_t Tokenizer::idOf(std::string_view token) const {
    const auto found = addedByText_.find(token);
    return found != addedByText_.end() ? added_[found->second].id : numberOf(token);
}

std::size_t Tokenizer::addedAt(std::int32_t id) const {
    const auto found =
        std::ranges::lower_bound(addedById_, id, {}, &std::pair<std::int32_t, std::size_t>::first);
    return found == addedById_.end() || found->first != id ? added_.size() : found->second;
}

bool Tokenizer::isSpecial(std::int32_t id) const {
    const std::size_t at = addedAt(id);
    return at < added_.size() && added_[at].special;
}

bool Tokenizer::isSpecialText(std::string_view text) const {
    const auto found = addedByText_.find(text);
    return found != addedByText_.end() && added_[found->second].special;
}

std::int32_t Tokenizer::vocabularySize() const {
    const std::int32_t own =
        parts_.numbered > 0 ? parts_.numbered : parts_.model->vocabulary().idCount();
    return addedById_.empty() ? own : std::max(own, addedById_.back().first + 1);
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, bool keepSpecial) const {
    std::vector<std::string> tokens;
    tokens.reserve(ids.size());
    for (const std::int32_t id : ids) {
        const auto text = token(id);
        // By its text, as in the library, so a token in its normalised form may not be recognised as special.
        if (!text || (!keepSpecial && isSpecialText(*text))) continue;
        tokens.emplace_back(*text);
    }
    std::string all;
    if (parts_.decoder) {
        std::size_t bytes = 0;
        for (const std::string& token : tokens) bytes += token.size();
        Budget budget(bytes);
        parts_.decoder->apply(tokens, budget);
        for (const std::string& token : tokens) all += token;
        return all;
    }
    for (const std::string& token : tokens) {
        if (&token != &tokens.front()) all += ' ';
        all += token;
    }
    return all;
}

std::string Tokenizer::shownToken(std::int32_t id) const {
    if (const std::size_t at = addedAt(id); at < added_.size()) return added_[at].content;
    const auto text = parts_.model->vocabulary().text(id);
    if (!text) return {};
    // Decoded after another token, because decoders treat the first token differently.
    const std::int32_t before = parts_.model->vocabulary().find("a");
    if (!parts_.decoder) return std::string(*text);
    std::vector<std::string> tokens{before < 0 ? std::string() : "a", std::string(*text)};
    constexpr std::uint64_t workOfToken = 100'000;  // small, because there are many tokens
    Budget budget(text->size(), workOfToken);
    parts_.decoder->apply(tokens, budget);
    std::string shown;
    for (const std::string& token : tokens) shown += token;
    if (before >= 0 && shown.starts_with('a')) shown.erase(0, 1);
    // Parts of characters all look like U+FFFD, so they are shown as bytes, as in the figures.
    if (shown.find("\xEF\xBF\xBD") != std::string::npos)
        if (const auto bytes = bytesOfToken(*text)) return textOfBytes(*bytes);
    return shown;
}

void Tokenizer::findSpecialIds() {
    special_ = parts_.special;
    std::int32_t* const named[namedTokens] = {&special_.bos, &special_.eos, &special_.unknown,
                                              &special_.sep, &special_.pad, &special_.cls,
                                              &special_.mask};
    for (int i = 0; i < namedTokens; ++i)
        if (*named[i] < 0 && !parts_.names[i].empty()) *named[i] = idOf(parts_.names[i]);
    const auto find = [&](std::int32_t& id, std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) {
            if (id >= 0) return;
            const std::int32_t found = idOf(name);
            if (found >= 0 && isSpecial(found)) id = found;
        }
    };
    find(special_.mask, {"[MASK]", "<mask>", "<MASK>"});
    find(special_.cls, {"[CLS]"});
    find(special_.sep, {"[SEP]"});
    find(special_.pad, {"[PAD]", "<pad>"});
    find(special_.bos, {"<s>", "<bos>", "<|begin_of_text|>", "<|startoftext|>", "<|endoftext|>"});
    find(special_.eos, {"</s>", "<eos>", "<|end_of_text|>", "<|endoftext|>"});
    if (special_.unknown < 0) special_.unknown = parts_.model->unknown();
    // RoBERTa's <s> and </s> correspond to BERT's [CLS] and [SEP].
    if (special_.mask >= 0 && special_.cls < 0) special_.cls = special_.bos;
    if (special_.mask >= 0 && special_.sep < 0) special_.sep = special_.eos;
}

}  // namespace hw::model
