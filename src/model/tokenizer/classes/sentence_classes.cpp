// SPDX-License-Identifier: MIT
// SentencePiece's file as the library's classes read it. Some renumber the pieces, and all replace SentencePiece's
// steps by their own.
#include <algorithm>
#include <utility>

#include "model/tokenizer/classes/class_parts.h"
#include "model/tokenizer/classes/plain_files.h"
#include "model/tokenizer/read/sentence_piece.h"
#include "model/tokenizer/steps/pre_tokenizers.h"

namespace hw::model {
namespace {

/// The name of a token from the file, or else from the class.
std::string nameOf(const TokenizerClass& of, const TokenizerConfig& config, int which) {
    return config.named[which] ? config.named[which]->content : std::string(of.names[which]);
}

/// -1 if there is none.
std::int32_t idNamed(const std::vector<ListedToken>& tokens, std::string_view name) {
    const auto found = std::ranges::find(tokens, name, &ListedToken::text);
    return found == tokens.end() ? -1 : static_cast<std::int32_t>(found - tokens.begin());
}

/// fairseq's numbers: bos, pad, eos, unknown, then the pieces without their own first three, and the mask at the end.
void renumber(const TokenizerClass& of, const TokenizerConfig& config, SentencePieces& pieces) {
    std::vector<ListedToken>& tokens = pieces.scored.tokens;
    tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(
                                                      std::min<std::size_t>(3, tokens.size())));
    std::vector<ListedToken> first;
    for (const int which : {0, 4, 1, 2})
        first.push_back({pieces.own.emplace_back(nameOf(of, config, which)), 0, PieceKind::normal});
    tokens.insert(tokens.begin(), first.begin(), first.end());
    tokens.push_back({pieces.own.emplace_back(nameOf(of, config, 6)), 0, PieceKind::normal});
    pieces.scored.special.unknown = 3;
}

/// CamemBERT's numbers: unused tokens of fairseq, pad and unknown, then the pieces without their unknown one, and the
/// mask.
void renumberCamembert(const TokenizerClass& of, const TokenizerConfig& config,
                       SentencePieces& pieces) {
    std::vector<ListedToken>& tokens = pieces.scored.tokens;
    if (!tokens.empty()) tokens.erase(tokens.begin());
    for (ListedToken& token : tokens) token.kind = PieceKind::normal;
    const std::vector<ListedToken> first{
        {"<s>NOTUSED", 0, PieceKind::normal},
        {pieces.own.emplace_back(nameOf(of, config, 4)), 0, PieceKind::normal},
        {"</s>NOTUSED", 0, PieceKind::normal},
        {pieces.own.emplace_back(nameOf(of, config, 2)), 0, PieceKind::normal},
        {"<unk>NOTUSED", -100, PieceKind::normal}};
    tokens.insert(tokens.begin(), first.begin(), first.end());
    tokens.push_back({pieces.own.emplace_back(nameOf(of, config, 6)), 0, PieceKind::normal});
    pieces.scored.special.unknown = 3;
}

/// The library follows the file's normaliser if there is no class.
Result<void> putOwnSteps(const ScoredTokens& from, bool isLegacy, TokenizerParts& parts) {
    const auto replace = [&](std::string_view pattern, std::string content) -> Result<void> {
        auto compiled = Pattern::compile(pattern);
        if (!compiled) return std::unexpected(compiled.error());
        parts.normalizers.push_back(makeReplace(std::move(*compiled), std::move(content)));
        return {};
    };
    parts.normalizers.clear();
    parts.preTokenizers.clear();
    if (!from.charsmap.empty()) {
        auto table = makePrecompiled(from.charsmap);
        if (!table) return std::unexpected(table.error());
        parts.normalizers.push_back(std::move(*table));
    }
    if (from.removeExtraSpaces) {
        if (auto good = replace(R"(\A +| +\z)", ""); !good) return good;
        if (auto good = replace(" {2,}", " "); !good) return good;
    }
    parts.normalizers.push_back(makeReplace(Pattern::ofText(" "), "\u2581"));
    if (!from.addSpacePrefix) return {};
    if (isLegacy)
        if (auto good = replace("\\A\u2581", "\u2581\u2581"); !good) return good;
    parts.preTokenizers.push_back(
        makeMetaspace(spaceMark, isLegacy ? PrependScheme::always : PrependScheme::first, false));
    return {};
}

/// With the file's own names, if there is no class.
Result<Tokenizer> makePlain(const ScoredTokens& from, const SpecialIds& own,
                            TokenizerConfig config) {
    // Found in the unchanged text, because the text between them gets its own mark.
    for (AddedToken& token : config.added)
        token.normalized = token.normalized && !from.addSpacePrefix;
    auto parts = scoredParts(from);
    if (!parts) return std::unexpected(parts.error());
    if (auto good = putOwnSteps(from, config.isLegacy.value_or(true), *parts); !good)
        return std::unexpected(good.error());
    TokenizerClass plain;
    const std::int32_t ids[] = {own.bos, own.eos, own.unknown};
    for (int i = 0; i < 3; ++i)
        if (ids[i] >= 0) plain.names[i] = from.tokens[ids[i]].text;
    return makeOfClass(plain, config, std::move(*parts));
}

}  // namespace

Result<Tokenizer> readSentencePiece(const ModelFiles& files, std::string_view name) {
    auto pieces = readPieces(files, name);
    if (!pieces) return std::unexpected(std::move(pieces.error()));
    const auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(config.error());
    const auto of = classOf(*config, false);
    if (!of) return std::unexpected(of.error());
    ScoredTokens& from = pieces->scored;
    const auto count = static_cast<std::int32_t>(from.tokens.size());
    for (std::int32_t* const id :
         {&from.special.unknown, &from.special.bos, &from.special.eos, &from.special.pad})
        if (*id < 0 || *id >= count) *id = -1;
    const SpecialIds own = std::exchange(from.special, {});
    from.special.unknown = own.unknown;
    switch (of->kind) {
        case ClassKind::llama:
        case ClassKind::gemma:
            from.special.unknown =
                of->kind == ClassKind::llama ? -1 : idNamed(from.tokens, nameOf(*of, *config, 2));
            from.isUnigram = false;
            from.byteFallback = true;
            break;
        case ClassKind::t5:
            from.special.unknown = std::min(2, count - 1);
            for (int i = config->extraIds; i-- > 0;)
                from.tokens.push_back(
                    {pieces->own.emplace_back("<extra_id_" + std::to_string(i) + ">"), 0,
                     PieceKind::control});
            break;
        case ClassKind::xlmRoberta: renumber(*of, *config, *pieces); break;
        case ClassKind::camembert: renumberCamembert(*of, *config, *pieces); break;
        case ClassKind::siglip: break;
        case ClassKind::albert: from.special.unknown = std::min(1, count - 1); break;
        case ClassKind::debertaV2:
            if (const std::int32_t id = idNamed(from.tokens, nameOf(*of, *config, 2)); id >= 0)
                from.special.unknown = id;
            break;
        default:
            if (!of->name.empty()) return needsJson(of->name);
            return makePlain(from, own, *config);
    }
    if (of->kind != ClassKind::llama && of->kind != ClassKind::gemma) {
        from.isUnigram = true;
        from.byteFallback = false;
    }
    auto parts = scoredParts(from);
    if (!parts) return std::unexpected(parts.error());
    // Control pieces are tokens, unless the files list others.
    if (!config->extra.empty()) parts->added.clear();
    return makeOfClass(*of, *config, std::move(*parts));
}

}  // namespace hw::model
