// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "io/meaning/analysis.h"
#include "io/tree/no_weights.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

std::string idText(float value) {
    if (!(std::fabs(value) < 1e15F)) return "?";
    return std::to_string(static_cast<long long>(value));
}

// Texts too long to be a token are cut where limitTexts can still see that, since they may be very long.
std::string tokenText(std::string_view text) {
    return std::string(text.substr(0, longestToken + 1));
}

// A list of texts. Numbers in it are written out, null becomes an empty text.
std::vector<std::string> readList(const Tree& tree, NodeId list, bool& ids) {
    std::vector<std::string> result;
    if (tree.is(list, Kind::numbers)) {
        ids = true;
        for (const float value : tree.values(list)) result.push_back(idText(value));
        return result;
    }
    for (NodeId child = tree.firstChild(list); child != none; child = tree.next(child)) {
        switch (tree.kind(child)) {
            case Kind::string: result.push_back(tokenText(tree.string(child))); break;
            case Kind::number:
                result.push_back(idText(static_cast<float>(tree.number(child))));
                break;
            case Kind::null: result.emplace_back(); break;
            case Kind::object: {  // {"text": "the", ...} or {"token": ...}
                NodeId text = tree.find(child, "text");
                if (text == none) text = tree.find(child, "token");
                if (!tree.is(text, Kind::string)) return {};
                result.push_back(tokenText(tree.string(text)));
                break;
            }
            default: return {};
        }
    }
    return result;
}

}  // namespace

TokenLists readTokens(const Tree& tree, NodeId node, const std::string& place) {
    TokenLists lists;
    lists.place = place;
    if (tree.is(node, Kind::numbers)) {
        lists.ids = true;
        const Shape& shape = tree.shape(node);
        if (shape.rank > 2) return lists;
        const auto values = tree.values(node);
        const std::size_t length = shape[shape.rank - 1];
        for (std::size_t at = 0; length > 0 && at + length <= values.size(); at += length) {
            std::vector<std::string> item;
            for (const float value : values.subspan(at, length)) item.push_back(idText(value));
            lists.items.push_back(std::move(item));
        }
        return lists;
    }
    if (!tree.is(node, Kind::array)) return lists;
    const NodeId first = tree.firstChild(node);
    if (first != none && (tree.is(first, Kind::array) || tree.is(first, Kind::numbers))) {
        for (const NodeId child : tree.children(node))
            lists.items.push_back(readList(tree, child, lists.ids));
    } else {
        lists.items.push_back(readList(tree, node, lists.ids));
    }
    return lists;
}

TokenLists findTokens(const Tree& tree, NodeId object, const std::string& place,
                      std::span<const std::string_view> keys) {
    TokenLists text;
    for (const std::string_view key : keys) {
        const NodeId node = tree.find(object, key);
        if (node == none) continue;
        TokenLists lists = readTokens(tree, node, under(place, key));
        if (!lists.items.empty() && !lists.items[0].empty()) return lists;
        text.isPickle = text.isPickle || isPickle(tree, node);
        if (tree.is(node, Kind::string) && text.place.empty()) {
            text.place = under(place, key);
            text.isText = true;
        }
    }
    return text;
}

namespace {

void numberTokens(std::vector<std::string>& tokens, std::size_t count) {
    tokens.clear();
    for (std::size_t i = 0; i < count; ++i) tokens.push_back(std::to_string(i));
}

}  // namespace

bool setTokens(std::vector<std::string>& tokens, const TokenLists& lists, std::size_t item,
               std::size_t count, Document& document) {
    std::vector<std::string> found;
    if (item < lists.items.size()) {
        found = lists.items[item];
    } else if (lists.items.size() == 1) {
        found = lists.items[0];
    }
    if (found.size() == count + 1) {
        // generate() returns the token that its last step chose. No step has attended from it yet.
        document.warnings.push_back(
            {Code::badShape, lists.place,
             formatText("The last token, \"{}\", has no row and is ignored."_tr,
                        {excerpt(found.back())}),
             "This is usual for generated text, whose last token was never an input."_tr,
             std::nullopt});
        found.pop_back();
    }
    if (found.size() == count) {
        if (lists.ids) {
            document.warnings.push_back({Code::badArgument, lists.place,
                                         "The tokens are ids, not strings."_tr,
                                         "Save tokenizer.convert_ids_to_tokens(ids) as tokens."_tr,
                                         std::nullopt, Offer::tokens});
        }
        tokens = std::move(found);
        return true;
    }
    if (found.empty() && lists.isPickle) {
        document.warnings.push_back(
            {Code::badShape, "tokens",
             "The tokens are a Python pickle, which is never read. Numbers are shown instead."_tr,
             "Save them as strings with `tokens=numpy.array(tokens, dtype=str)`."_tr, std::nullopt,
             Offer::tokens});
    } else if (found.empty() && lists.isText) {
        document.warnings.push_back(
            {Code::badShape, lists.place,
             "Found a string instead of a list of tokens, so numbers are shown."_tr,
             "Save the model’s input list, such as [\"[CLS]\", \"the\", \"cat\"]."_tr, std::nullopt,
             Offer::tokens});
    } else if (found.empty()) {
        document.warnings.push_back(
            {Code::badArgument, "", "The file has no tokens, so numbers are shown."_tr,
             "Add a list `tokens` to see words."_tr, std::nullopt, Offer::tokens});
    } else {
        document.warnings.push_back(
            {Code::badShape, lists.place,
             formatText("Found {} for matrices {} wide, so numbers are shown."_tr,
                        {hw::io::count(found.size(), "{} token|{} tokens"_tr), grouped(count)}),
             found.size() > count
                 ? "Save exactly this input’s tokens. Latents (Perceiver) and pooled tokens have none."_tr
                 : "Save exactly this input’s tokens, with special tokens."_tr,
             std::nullopt, Offer::tokens});
    }
    numberTokens(tokens, count);
    return false;
}

namespace {

/// Cuts at the start of a character.
void shorten(std::string& text) {
    constexpr std::size_t longest = 2'000;
    if (text.size() <= longest) return;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text.resize(end);
    text.shrink_to_fit();
    text += "…";
}

}  // namespace

Result<void> limitTexts(Document& document) {
    const auto check = [&](const std::vector<std::string>& tokens, const char* list) {
        const auto found = std::ranges::find_if(
            tokens, [](const std::string& token) { return token.size() > longestToken; });
        if (found == tokens.end()) return Result<void>{};
        const auto index = static_cast<std::uint64_t>(found - tokens.begin());
        return Result<void>(std::unexpected(
            Problem{Code::tooLarge, at(list, index),
                    formatText("This token is longer than {} bytes (it begins with \"{}\")."_tr,
                               {grouped(longestToken), excerpt(*found)}),
                    "Save exactly this input’s tokens."_tr, std::nullopt}));
    };
    constexpr std::size_t largestPicture = 100'000'000;
    for (Example& example : document.examples) {
        shorten(example.title);
        shorten(example.model);
        shorten(example.source);
        for (Importance& score : example.importance) shorten(score.name);
        for (std::string& text : example.predicted) shorten(text);
        if (example.image && example.image->dataUrl.size() > largestPicture) {
            document.warnings.push_back({Code::tooLarge, "image",
                                         formatText("The picture is too large ({}) and ignored."_tr,
                                                    {bytesText(example.image->dataUrl.size())}),
                                         "Save it at the model’s input size."_tr, std::nullopt});
            example.image.reset();
        }
        if (auto fine = check(example.tokens, "tokens"); !fine) return fine;
        if (!example.decoder) continue;
        if (auto fine = check(example.decoder->tokens, "decoder_tokens"); !fine) return fine;
    }
    return {};
}

void giveTokens(const OpenOptions& options, Document& document) {
    const bool alone = document.examples.size() == 1;
    const auto give = [&](const std::vector<std::string>& given, std::vector<std::string>& tokens,
                          std::string_view list) {
        if (given.size() == tokens.size()) {
            tokens = given;
            return true;
        }
        if (alone) {
            document.warnings.push_back(
                {Code::badShape, std::string(list),
                 sayCount(
                     formNumber(given.size()),
                     "Ignored {} token for matrices {} wide.|Ignored {} tokens for matrices {} wide."_tr,
                     {grouped(given.size()), grouped(tokens.size())}),
                 "Give exactly this input’s tokens, with special tokens."_tr, std::nullopt,
                 Offer::tokens});
        }
        return false;
    };
    for (Example& example : document.examples) {
        if (!options.tokens.empty() && (alone || example.tokensAreNumbered) &&
            give(options.tokens, example.tokens, "tokens")) {
            example.tokensAreNumbered = false;
        }
        if (!options.decoderTokens.empty() && example.decoder)
            give(options.decoderTokens, example.decoder->tokens, "decoder tokens"_tr);
    }
}

}  // namespace hw::io
