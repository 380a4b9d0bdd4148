// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/gguf_tokenizer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/tokenizer/read/assemble.h"
#include "model/tokenizer/read/splits.h"

namespace hw::model {
namespace {

std::string ggufKey(std::string_view name) { return "tokenizer.ggml." + std::string(name); }

std::unexpected<Problem> badKey(std::string_view name, std::string finding) {
    return std::unexpected(Problem{Code::syntax,
                                   ggufKey(name),
                                   std::move(finding),
                                   "Convert the model or download the file again."_tr,
                                   {}});
}

std::int32_t idAt(const Metadata& metadata, std::string_view name, std::size_t count) {
    const auto value = metadata.number(ggufKey(name));
    const bool good = value && *value >= 0 && *value < static_cast<double>(count);
    return good ? static_cast<std::int32_t>(*value) : -1;
}

SpecialIds specialAt(const Metadata& metadata, std::size_t count) {
    SpecialIds ids;
    ids.bos = idAt(metadata, "bos_token_id", count);
    ids.eos = idAt(metadata, "eos_token_id", count);
    ids.unknown = idAt(metadata, "unknown_token_id", count);
    ids.pad = idAt(metadata, "padding_token_id", count);
    ids.mask = idAt(metadata, "mask_token_id", count);
    ids.cls = idAt(metadata, "cls_token_id", count);
    // The spelling of the format's first versions.
    ids.sep = idAt(metadata, "separator_token_id", count);
    if (ids.sep < 0) ids.sep = idAt(metadata, "seperator_token_id", count);
    return ids;
}

Result<std::vector<ListedToken>> tokensAt(const Metadata& metadata) {
    const TextList* const texts = metadata.texts(ggufKey("tokens"));
    if (!texts) {
        return std::unexpected(Problem{Code::cannotRead,
                                       ggufKey("tokens"),
                                       "The file contains no vocabulary."_tr,
                                       "Add the model’s tokenizer.json."_tr,
                                       {}});
    }
    const NumberList* const kinds = metadata.numbers(ggufKey("token_type"));
    const NumberList* const scores = metadata.numbers(ggufKey("scores"));
    for (const auto& [list, name] : {std::pair{kinds, "token_type"}, {scores, "scores"}}) {
        if (list && list->size() != texts->size())
            return badKey(name, "The list needs one entry per token."_tr);
    }
    std::vector<ListedToken> tokens(texts->size());
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        tokens[id].text = (*texts)[id];
        if (scores) tokens[id].score = (*scores)[id];
        if (!kinds) continue;
        const double kind = (*kinds)[id];
        if (!(kind >= 0) || kind > 6) return badKey("token_type", "Unknown token type."_tr);
        if (kind >= 1) tokens[id].kind = static_cast<PieceKind>(static_cast<int>(kind));
    }
    return tokens;
}

Result<Tokenizer> scored(const Metadata& metadata, std::vector<ListedToken> tokens,
                         bool isUnigram) {
    ScoredTokens from;
    from.special = specialAt(metadata, tokens.size());
    if (from.special.unknown < 0) {
        const auto unknown = std::ranges::find(tokens, PieceKind::unknown, &ListedToken::kind);
        if (unknown != tokens.end())
            from.special.unknown = static_cast<std::int32_t>(unknown - tokens.begin());
    }
    from.isUnigram = isUnigram;
    from.addSpacePrefix = metadata.truth(ggufKey("add_space_prefix")).value_or(true);
    from.removeExtraSpaces = metadata.truth(ggufKey("remove_extra_whitespaces")).value_or(false);
    from.byteFallback =
        std::ranges::find(tokens, PieceKind::byte, &ListedToken::kind) != tokens.end();
    from.around.addBos = metadata.truth(ggufKey("add_bos_token")).value_or(!isUnigram);
    from.around.addEos = metadata.truth(ggufKey("add_eos_token")).value_or(isUnigram);
    if (const auto* const table = metadata.numbers(ggufKey("precompiled_charsmap"))) {
        for (std::size_t i = 0; i < table->size(); ++i)
            from.charsmap +=
                static_cast<char>(static_cast<int>(std::clamp((*table)[i], -128.0, 255.0)));
    }
    from.tokens = std::move(tokens);
    return makeTokenizer(scoredParts(from));
}

bool hasMark(const std::vector<ListedToken>& tokens, std::string_view mark) {
    return std::ranges::any_of(tokens, [&](const ListedToken& token) {
        return token.kind == PieceKind::normal && token.text.starts_with(mark);
    });
}

/// `split` is the default if the file names none.
Result<Tokenizer> byteLevel(const Metadata& metadata, std::vector<ListedToken> tokens,
                            std::string_view split = {}) {
    ByteLevelTokens from;
    from.split = metadata.text(ggufKey("pre")).value_or(split);
    if (from.split == "default" && !split.empty()) from.split = split;
    const auto way = splitNamed(from.split, false);
    if (!way) return std::unexpected(way.error());
    from.special = specialAt(metadata, tokens.size());
    from.tokens = std::move(tokens);
    const TextList* const merges = metadata.texts(ggufKey("merges"));
    if (!merges) return badKey("merges", "The file contains no merges."_tr);
    for (std::size_t i = 0; i < merges->size(); ++i) {
        const std::string_view text = (*merges)[i];
        const std::size_t space = text.find(' ', 1);
        if (space == std::string_view::npos)
            return badKey("merges",
                          formatText("\"{}\" is not a pair of strings."_tr, {io::excerpt(text)}));
        from.merges.emplace_back(text.substr(0, space), text.substr(space + 1));
    }
    // RoBERTa and similar models put their own tokens around texts.
    const bool isRoberta = from.split == "roberta-bpe" || from.split == "jina-v1-en";
    from.around.addBos =
        metadata.truth(ggufKey("add_bos_token")).value_or(way->addsBos || isRoberta);
    from.around.addEos = metadata.truth(ggufKey("add_eos_token")).value_or(isRoberta);
    from.around.sepBetweenTwice = isRoberta;
    from.trimsOffsets = isRoberta;
    from.addPrefixSpace = metadata.truth(ggufKey("add_space_prefix")).value_or(false);
    return makeTokenizer(byteLevelParts(from));
}

/// Words have "▁" in front, continuations have nothing; [UNK] and similar tokens are unchanged.
Result<Tokenizer> bert(const Metadata& metadata, const std::vector<ListedToken>& tokens) {
    WordPieceTokens from;
    std::vector<std::string> texts;
    texts.reserve(tokens.size());
    bool hasCapitals = false;
    from.special = specialAt(metadata, tokens.size());
    if (from.special.cls < 0) from.special.cls = from.special.bos;
    if (from.special.sep < 0) from.special.sep = from.special.eos;
    for (const ListedToken& token : tokens) {
        constexpr std::string_view mark = "\u2581";
        const bool isName =
            token.text.size() > 2 && token.text.starts_with('[') && token.text.ends_with(']');
        if (token.kind != PieceKind::normal || isName) {
            texts.emplace_back(token.text);
        } else if (token.text.starts_with(mark)) {
            texts.emplace_back(token.text.substr(mark.size()));
        } else {
            texts.push_back("##" + std::string(token.text));
        }
        if (!isName && token.kind == PieceKind::normal)
            hasCapitals = hasCapitals || std::ranges::any_of(token.text, [](char c) {
                              return c >= 'A' && c <= 'Z';
                          });
        from.tokens.push_back({texts.back(), 0, token.kind});
    }
    // The file does not state whether text is lowercased, but a vocabulary without capitals could not use any.
    from.normalizer.lowercase = !hasCapitals;
    if (from.special.unknown >= 0)
        from.unknown = texts[static_cast<std::size_t>(from.special.unknown)];
    return makeTokenizer(wordPieceParts(from));
}

}  // namespace

Result<Tokenizer> readGgufTokenizer(const Metadata& metadata) {
    const std::string model(metadata.text(ggufKey("model")).value_or(""));
    const bool isKnown = model == "llama" || model == "gpt2" || model == "bert" || model == "t5";
    if (!isKnown && !model.empty()) {
        return std::unexpected(
            Problem{Code::notRecognised,
                    ggufKey("model"),
                    formatText("\"{}\" isn't supported."_tr, {io::excerpt(model)}),
                    "Supported kinds: llama, gpt2, bert and t5."_tr,
                    {}});
    }
    auto tokens = tokensAt(metadata);
    if (!tokens) return std::unexpected(tokens.error());
    // Some files of Llama 3 and similar models have the type llama, but letters for bytes. With scores every space
    // would be lost.
    if (model == "llama" && metadata.texts(ggufKey("merges")) && !hasMark(*tokens, "\u2581") &&
        hasMark(*tokens, "\u0120"))
        return byteLevel(metadata, std::move(*tokens), "llama-bpe");
    if (model == "gpt2") return byteLevel(metadata, std::move(*tokens));
    if (model == "bert") return bert(metadata, *tokens);
    return scored(metadata, std::move(*tokens), model == "t5");
}

}  // namespace hw::model
