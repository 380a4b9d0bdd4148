// SPDX-License-Identifier: MIT
#include "model/tokenizer/classes/class_parts.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "model/tokenizer/steps/normalizers.h"
#include "model/tokenizer/steps/pre_tokenizers.h"

namespace hw::model {
namespace {

Result<void> replaceAll(std::string_view pattern, std::string content, std::vector<StepPtr>& out) {
    auto compiled = Pattern::compile(pattern);
    if (!compiled) return std::unexpected(compiled.error());
    out.push_back(makeReplace(std::move(*compiled), std::move(content)));
    return {};
}

/// Removes the step of that kind from the list and returns it; null if there is none.
StepPtr taken(std::vector<StepPtr>& steps, std::string_view kind) {
    const auto found =
        std::ranges::find_if(steps, [&](const StepPtr& step) { return step->kind() == kind; });
    return found == steps.end() ? nullptr : std::move(*found);
}

/// WhitespaceSplit and Metaspace: T5, XLM-R, ALBERT.
std::vector<StepPtr> wordsWithMark(bool prepends) {
    std::vector<StepPtr> steps;
    steps.push_back(makeWhitespaceSplit());
    steps.push_back(
        makeMetaspace(spaceMark, prepends ? PrependScheme::always : PrependScheme::never, true));
    return steps;
}

Result<void> putAlbert(const TokenizerConfig& config, StepPtr table, TokenizerParts& parts) {
    for (const std::string_view quotes : {"``", "''"})
        parts.normalizers.push_back(makeReplace(Pattern::ofText(quotes), "\""));
    if (!config.keepsAccents.value_or(false)) {
        parts.normalizers.push_back(makeNormalForm(NormalForm::nfkd));
        parts.normalizers.push_back(makeStripAccents());
    }
    if (config.lowercase.value_or(true)) parts.normalizers.push_back(makeLowercase());
    if (table) parts.normalizers.push_back(std::move(table));
    parts.preTokenizers = wordsWithMark(config.addPrefixSpace.value_or(true));
    return {};
}

Result<void> putDeberta(const TokenizerConfig& config, TokenizerParts& parts) {
    if (config.lowercase.value_or(false)) parts.normalizers.push_back(makeLowercase());
    if (auto good = replaceAll(R"(\s{2,}|[\n\r\t])", " ", parts.normalizers); !good) return good;
    parts.normalizers.push_back(makeNormalForm(NormalForm::nfc));
    parts.normalizers.push_back(makeStrip(false, true));
    if (config.splitsPunctuation.value_or(false))
        parts.preTokenizers.push_back(makePunctuation(Behaviour::isolated));
    parts.preTokenizers.push_back(makeMetaspace(
        spaceMark,
        config.addPrefixSpace.value_or(true) ? PrependScheme::always : PrependScheme::first, true));
    return {};
}

Result<void> putClip(TokenizerParts& parts) {
    parts.normalizers.push_back(makeNormalForm(NormalForm::nfc));
    if (auto good = replaceAll("\\s+", " ", parts.normalizers); !good) return good;
    parts.normalizers.push_back(makeLowercase());
    auto words = Pattern::compile(
        R"(<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+)");
    if (!words) return std::unexpected(words.error());
    parts.preTokenizers.push_back(makeSplit(std::move(*words), Behaviour::removed, true));
    parts.preTokenizers.push_back(makeByteLevel(false, true));
    return {};
}

/// Lower case, without ASCII punctuation. The library puts a mark in front of the text before it removes spaces, so
/// spaces at the start become one mark more.
Result<void> putSiglip(const TokenizerConfig& config, StepPtr table, TokenizerParts& parts) {
    const auto replace = [&](std::string_view pattern, std::string content) {
        return replaceAll(pattern, std::move(content), parts.normalizers);
    };
    parts.normalizers.push_back(makeReplace(Pattern::ofText("\u2581"), " "));
    if (config.lowercase.value_or(true)) parts.normalizers.push_back(makeLowercase());
    if (auto good = replace(R"([!-/:-@\[-`{-~])", ""); !good) return good;
    if (auto good = replace("\\s+", " "); !good) return good;
    parts.normalizers.push_back(makeStrip(false, true));
    if (table) parts.normalizers.push_back(std::move(table));
    if (auto good = replace(" {2,}", " "); !good) return good;
    parts.normalizers.push_back(makeReplace(Pattern::ofText(" "), "\u2581"));
    if (auto good = replace("\\A\u2581", "\u2581\u2581"); !good) return good;
    parts.preTokenizers.push_back(makeMetaspace(spaceMark, PrependScheme::first, false));
    return {};
}

std::vector<TemplatePiece> sides(std::int32_t before, std::int32_t after, int sequence,
                                 std::int32_t type) {
    std::vector<TemplatePiece> pieces;
    if (before >= 0) pieces.push_back({-1, {before}, type});
    pieces.push_back({sequence, {}, type});
    if (after >= 0) pieces.push_back({-1, {after}, type});
    return pieces;
}

PostProcessorPtr templateOf(std::int32_t before, std::int32_t between, std::int32_t after,
                            std::int32_t secondType) {
    std::vector<TemplatePiece> single = sides(before, after, 0, 0);
    std::vector<TemplatePiece> pair = single;
    const std::vector<TemplatePiece> second = sides(between, after, 1, secondType);
    pair.insert(pair.end(), second.begin(), second.end());
    return makeTemplate(std::move(single), std::move(pair));
}

}  // namespace

Result<void> putSteps(const TokenizerClass& of, const TokenizerConfig& config,
                      TokenizerParts& parts) {
    if (of.kind == ClassKind::byteLevel || of.kind == ClassKind::qwen2) {
        parts.normalizers.clear();
        if (of.kind == ClassKind::qwen2 || of.name == "GPTNeoXTokenizer")
            parts.normalizers.push_back(makeNormalForm(NormalForm::nfc));
        for (const StepPtr& step : parts.preTokenizers)
            step->setAddPrefixSpace(config.addPrefixSpace.value_or(false));
        return {};
    }
    if (of.kind == ClassKind::asFile) return {};
    StepPtr table = taken(parts.normalizers, "Precompiled");
    parts.normalizers.clear();
    parts.preTokenizers.clear();
    switch (of.kind) {
        case ClassKind::wordPiece:
            parts.normalizers.push_back(
                makeBertNormalizer({true, config.splitsChinese.value_or(true), config.stripAccents,
                                    config.lowercase.value_or(true)}));
            parts.preTokenizers.push_back(makeBertPreTokenizer());
            return {};
        case ClassKind::llama: {
            const PrependScheme scheme =
                !config.addPrefixSpace.value_or(true) ? PrependScheme::never
                : config.isLegacy.value_or(false) && of.name != "CodeLlamaTokenizer"
                    ? PrependScheme::always
                    : PrependScheme::first;
            parts.preTokenizers.push_back(makeMetaspace(spaceMark, scheme, false));
            return {};
        }
        case ClassKind::clip: return putClip(parts);
        case ClassKind::gemma:
            parts.normalizers.push_back(makeReplace(Pattern::ofText(" "), "\u2581"));
            return {};
        case ClassKind::siglip: return putSiglip(config, std::move(table), parts);
        case ClassKind::albert: return putAlbert(config, std::move(table), parts);
        case ClassKind::debertaV2: return putDeberta(config, parts);
        default:
            if (table) parts.normalizers.push_back(std::move(table));
            parts.preTokenizers =
                wordsWithMark(of.kind == ClassKind::t5 || config.addPrefixSpace.value_or(true));
            return {};
    }
}

void putTokens(const TokenizerClass& of, const TokenizerConfig& config, TokenizerParts& parts) {
    // A set, because a valid file may list hundreds of thousands.
    std::set<std::string, std::less<>> known;
    for (const AddedToken& token : parts.added) known.insert(token.content);
    const auto addMissing = [&](AddedToken token) {
        if (token.content.empty() || !known.insert(token.content).second) return;
        parts.added.push_back(std::move(token));
    };
    const auto special = [](std::string_view text) {
        AddedToken token;
        token.content = text;
        token.special = true;
        token.normalized = false;
        return token;
    };
    for (const AddedToken& token : config.added) {
        known.insert(token.content);
        parts.added.push_back(token);  // even a known one, because it may have other flags here
    }
    for (int i = 0; i < namedTokens; ++i) {
        AddedToken token = config.named[i].value_or(special(of.names[i]));
        token.special = true;
        constexpr int mask = 6;
        if (i == mask && of.kind == ClassKind::camembert && !token.rstrip && !token.singleWord)
            token.lstrip = true;
        parts.names[i] = token.content;
        addMissing(std::move(token));
    }
    for (const AddedToken& token : config.extra) addMissing(token);
    // Qwen2's constructor adds them again, without the file's flags.
    if (of.kind == ClassKind::qwen2) {
        for (const std::string& name : parts.names)
            if (!name.empty()) parts.added.push_back(special(name));
        for (const AddedToken& token : config.extra) parts.added.push_back(special(token.content));
    }
    // Tokens that the file lists replace those of the class.
    if (of.kind == ClassKind::t5 && config.extra.empty())
        for (int i = 0; i < config.extraIds; ++i)
            addMissing(special("<extra_id_" + std::to_string(i) + ">"));
    if (of.name == "CodeLlamaTokenizer")
        for (const std::string_view own :
             {"\u2581<PRE>", "\u2581<MID>", "\u2581<SUF>", "\u2581<EOT>", "<FILL_ME>"})
            addMissing(special(own));
    parts.cutsLeft = config.cutsLeft;
    // A model without a class gets no types.
    const bool isAlone = config.tokenizerClass.empty() && config.modelType.empty();
    parts.givesTypes =
        config.givesTypes.value_or(of.kind == ClassKind::asFile ? isAlone : of.givesTypes);
}

void putAround(const TokenizerClass& of, const TokenizerConfig& config, TokenizerParts& parts) {
    // ALBERT's own tokens are lost if the file has a flag for bos or eos.
    const bool isOwn = of.kind == ClassKind::albert && (config.addBos || config.addEos);
    parts.processorOf =
        [around = isOwn ? SpecialTokenScheme::bosEos : of.around,
         isOuter = of.kind == ClassKind::camembert, prefix = config.addPrefixSpace.value_or(false),
         bos = config.addBos.value_or(false) && !parts.names[0].empty(),
         eos = config.addEos.value_or(false) && !parts.names[1].empty(),
         trims = of.kind == ClassKind::byteLevel ||
                 of.kind == ClassKind::wordPiece](const SpecialIds& ids) -> PostProcessorPtr {
        switch (around) {
            case SpecialTokenScheme::clsSep: return makeBertProcessing(ids.sep, ids.cls);
            // CLIP and XLM-R have no separate sep and cls. CamemBERT uses bos and eos.
            case SpecialTokenScheme::roberta:
                return makeRobertaProcessing(ids.sep >= 0 && !isOuter ? ids.sep : ids.eos,
                                             ids.cls >= 0 && !isOuter ? ids.cls : ids.bos, trims,
                                             prefix);
            case SpecialTokenScheme::debertaV1: return templateOf(ids.cls, ids.sep, ids.sep, 0);
            case SpecialTokenScheme::eos: return templateOf(-1, -1, ids.eos, 0);
            default:
                return templateOf(bos ? ids.bos : -1, bos ? ids.bos : -1, eos ? ids.eos : -1, 1);
        }
    };
}

}  // namespace hw::model
