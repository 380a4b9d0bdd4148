// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/assemble.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/tokenizer/read/components.h"
#include "model/tokenizer/read/splits.h"

namespace hw::model {
namespace {

Result<Vocabulary> listVocabulary(const std::vector<ListedToken>& tokens) {
    Vocabulary vocabulary;
    vocabulary.reserve(tokens.size(), 12 * tokens.size());
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        // Only pieces that no text becomes may have the score -infinity.
        const bool isUsed = tokens[id].kind == PieceKind::normal;
        if (!std::isfinite(tokens[id].score) && (isUsed || !(tokens[id].score < 0))) {
            return std::unexpected(Problem{Code::badNumber,
                                           "tokens[" + std::to_string(id) + "]",
                                           formatText("The score of \"{}\" is not a number."_tr,
                                                      {io::excerpt(tokens[id].text)}),
                                           "Download the file again."_tr,
                                           {}});
        }
        if (tokens[id].text.size() > Vocabulary::longest)
            return tokenTooLong("tokens[" + std::to_string(id) + "]");
        if (!vocabulary.add(tokens[id].text, static_cast<std::int64_t>(id))) {
            return std::unexpected(Problem{Code::tooLarge,
                                           "tokenizer",
                                           "The vocabulary exceeds 16 million tokens."_tr,
                                           "Use a smaller one."_tr,
                                           {}});
        }
    }
    return vocabulary;
}

void addListed(const std::vector<ListedToken>& tokens, std::vector<AddedToken>& out) {
    for (const ListedToken& token : tokens) {
        const bool special = token.kind == PieceKind::control || token.kind == PieceKind::unknown;
        if (!special && token.kind != PieceKind::userDefined) continue;
        AddedToken added;
        added.content = token.text;
        added.normalized = false;
        added.special = special;
        out.push_back(std::move(added));
    }
}

/// [bos] A [eos], and the same again for the second text.
PostProcessorPtr around(const SpecialTokens& how, const SpecialIds& special) {
    std::vector<TemplatePiece> single;
    std::vector<TemplatePiece> pair;
    for (int sequence = 0; sequence < 2; ++sequence) {
        const std::int32_t type = sequence == 1 && how.pairHasTypes ? 1 : 0;
        std::vector<TemplatePiece> pieces;
        const std::int32_t before =
            sequence == 1 && how.sepBetweenTwice ? special.eos : special.bos;
        if (how.addBos && before >= 0) pieces.push_back({-1, {before}, type});
        pieces.push_back({sequence, {}, type});
        if (how.addEos && special.eos >= 0) pieces.push_back({-1, {special.eos}, type});
        if (sequence == 0) single = pieces;
        pair.insert(pair.end(), pieces.begin(), pieces.end());
    }
    return makeTemplate(std::move(single), std::move(pair));
}

/// Every way to split a token into two tokens of the vocabulary is a merge, the best score first.
std::vector<BpeMerge> mergesByScore(const Vocabulary& vocabulary,
                                    const std::vector<ListedToken>& tokens) {
    const auto isPart = [&](std::int32_t id) {
        return id >= 0 &&
               (tokens[id].kind == PieceKind::normal || tokens[id].kind == PieceKind::userDefined);
    };
    std::vector<double> scores;
    for (const ListedToken& token : tokens) scores.push_back(token.score);
    std::ranges::sort(scores, std::greater{});
    scores.erase(std::ranges::unique(scores).begin(), scores.end());
    std::vector<BpeMerge> merges;
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        const std::string_view text = tokens[id].text;
        const auto merged = static_cast<std::int32_t>(id);
        if (!isPart(merged) || vocabulary.find(text) != merged || text.size() > 1000) continue;
        const auto rank =
            std::ranges::lower_bound(scores, tokens[id].score, std::greater{}) - scores.begin();
        for (std::size_t at = 1; at < text.size(); ++at) {
            const std::int32_t first = vocabulary.find(text.substr(0, at));
            const std::int32_t second = isPart(first) ? vocabulary.find(text.substr(at)) : -1;
            if (isPart(second))
                merges.push_back({first, second, static_cast<std::uint32_t>(rank), merged});
        }
    }
    return merges;
}

DecoderPtr spaceDecoder(bool stripsFirst) {
    std::vector<DecoderPtr> list;
    list.push_back(makeReplaceDecoder(Pattern::ofText("\u2581"), " "));
    list.push_back(makeByteFallbackDecoder());
    list.push_back(makeFuseDecoder());
    if (stripsFirst) list.push_back(makeStripDecoder(U' ', 1, 0));
    return makeDecoderSequence(std::move(list));
}

}  // namespace

Result<TokenizerParts> scoredParts(const ScoredTokens& from) {
    auto vocabulary = listVocabulary(from.tokens);
    if (!vocabulary) return std::unexpected(vocabulary.error());
    TokenizerParts parts;
    if (!from.charsmap.empty()) {
        auto table = makePrecompiled(from.charsmap);
        if (!table) return std::unexpected(table.error());
        parts.normalizers.push_back(std::move(*table));
    }
    if (from.removeExtraSpaces) {
        auto spaces = Pattern::compile(" {2,}");
        if (!spaces) return std::unexpected(spaces.error());
        parts.normalizers.push_back(makeStrip(false, true));
        parts.normalizers.push_back(
            makeReplace(std::move(*spaces), from.isUnigram ? "\u2581" : " "));
    }
    const std::int32_t unknown = from.special.unknown;
    if (from.isUnigram) {
        const auto scheme = from.addSpacePrefix ? PrependScheme::always : PrependScheme::never;
        parts.preTokenizers.push_back(makeMetaspace(spaceMark, scheme, true));
        std::vector<double> scores;
        for (const ListedToken& token : from.tokens) scores.push_back(token.score);
        parts.decoder = makeMetaspaceDecoder(spaceMark, from.addSpacePrefix);
        parts.model =
            makeUnigram(std::move(*vocabulary), std::move(scores), unknown, from.byteFallback);
    } else {
        if (from.addSpacePrefix) parts.normalizers.push_back(makePrepend("\u2581"));
        parts.normalizers.push_back(makeReplace(Pattern::ofText(" "), "\u2581"));
        parts.decoder = spaceDecoder(from.addSpacePrefix);
        const std::vector<BpeMerge> merges = mergesByScore(*vocabulary, from.tokens);
        BpeOptions options;
        options.fuseUnknown = true;
        options.byteFallback = from.byteFallback;
        options.unknown = vocabulary->text(unknown).value_or("");
        parts.model = makeBpe(std::move(*vocabulary), merges, std::move(options));
    }
    addListed(from.tokens, parts.added);
    parts.special = from.special;
    parts.postProcessor = around(from.around, from.special);
    return parts;
}

Result<TokenizerParts> byteLevelParts(const ByteLevelTokens& from) {
    auto vocabulary = listVocabulary(from.tokens);
    if (!vocabulary) return std::unexpected(vocabulary.error());
    auto way = splitNamed(from.split, from.addPrefixSpace);
    if (!way) return std::unexpected(way.error());
    const auto merges = makeMerges(*vocabulary, from.merges, 0);
    if (!merges) return std::unexpected(merges.error());
    TokenizerParts parts;
    if (way->normalises) parts.normalizers.push_back(makeNormalForm(NormalForm::nfc));
    parts.preTokenizers = std::move(way->steps);
    BpeOptions options;
    options.ignoreMerges = way->ignoreMerges;
    options.takesBytes = true;
    options.suffix = from.suffix;
    options.unknown = from.unknown;
    parts.model = makeBpe(std::move(*vocabulary), *merges, std::move(options));
    parts.decoder = makeByteLevelDecoder();
    addListed(from.tokens, parts.added);
    parts.added.insert(parts.added.end(), from.added.begin(), from.added.end());
    parts.special = from.special;
    std::vector<PostProcessorPtr> list;
    if (from.trimsOffsets) list.push_back(makeTrimOffsets(true, from.addPrefixSpace));
    list.push_back(around(from.around, from.special));
    parts.postProcessor = makeProcessorSequence(std::move(list));
    return parts;
}

Result<TokenizerParts> wordPieceParts(const WordPieceTokens& from) {
    auto vocabulary = listVocabulary(from.tokens);
    if (!vocabulary) return std::unexpected(vocabulary.error());
    TokenizerParts parts;
    parts.normalizers.push_back(makeBertNormalizer(from.normalizer));
    parts.preTokenizers.push_back(makeBertPreTokenizer());
    parts.model = makeWordPiece(std::move(*vocabulary), {.unknown = from.unknown});
    parts.decoder = makeWordPieceDecoder("##", true);
    addListed(from.tokens, parts.added);
    parts.added.insert(parts.added.end(), from.added.begin(), from.added.end());
    parts.special = from.special;
    if (from.special.cls >= 0 && from.special.sep >= 0)
        parts.postProcessor = makeBertProcessing(from.special.sep, from.special.cls);
    return parts;
}

Result<Tokenizer> makeTokenizer(Result<TokenizerParts> parts) {
    if (!parts) return std::unexpected(std::move(parts.error()));
    return Tokenizer::make(std::move(*parts));
}

}  // namespace hw::model
