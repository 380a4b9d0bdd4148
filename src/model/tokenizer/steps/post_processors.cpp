// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/post_processors.h"

#include <algorithm>
#include <utility>

#include "core/localized_text.h"
namespace hw::model {
namespace {

/// Removes white space from offsets. A space that was added before the text is not counted.
void trimRow(TokenRow& row, bool addPrefixSpace) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        EncodedToken& token = row[i];
        TextSpan& at = token.offsets;
        std::uint32_t before = token.spacesBefore;
        if (before > 0) {
            const bool isFirst = i == 0 || at.begin == 0;
            if (isFirst && addPrefixSpace && before == 1) before = 0;
            at.begin = std::min(at.begin + before, at.end);
        }
        if (token.spacesBehind > 0 && at.end >= token.spacesBehind)
            at.end = std::max(at.end - token.spacesBehind, at.begin);
    }
}

EncodedToken specialToken(std::int32_t id, std::int32_t typeId) {
    EncodedToken token;
    token.id = id;
    token.typeId = typeId;
    token.special = true;
    return token;
}

std::unexpected<Problem> tooMany() {
    return std::unexpected(Problem{.code = Code::tooLarge,
                                   .place = "tokenizer.json, post_processor",
                                   .finding = "It adds too many tokens."_tr,
                                   .remedy = "Use a shorter text or simpler tokenizer."_tr});
}

class TrimOffsets : public PostProcessor {
public:
    TrimOffsets(bool trims, bool addPrefixSpace) : trims_(trims), addPrefixSpace_(addPrefixSpace) {}
    Result<void> apply(std::vector<TokenRow>& rows, bool, Budget&) const override {
        for (TokenRow& row : rows)
            if (trims_) trimRow(row, addPrefixSpace_);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (EncodedToken& token : rows[i])
                if (i < 2) token.sequence = static_cast<std::int8_t>(i);
        return {};
    }

private:
    bool trims_;
    bool addPrefixSpace_;
};

class BertProcessing : public PostProcessor {
public:
    BertProcessing(std::int32_t sep, std::int32_t cls) : sep_(sep), cls_(cls) {}
    Result<void> apply(std::vector<TokenRow>& rows, bool adds, Budget&) const override {
        for (std::size_t i = 0; adds && i < rows.size(); ++i) {
            const std::int32_t type = i == 0 ? 0 : 1;
            if (i == 0) rows[i].insert(rows[i].begin(), specialToken(cls_, type));
            rows[i].push_back(specialToken(sep_, type));
        }
        return {};
    }

private:
    std::int32_t sep_;
    std::int32_t cls_;
};

class RobertaProcessing : public PostProcessor {
public:
    RobertaProcessing(std::int32_t sep, std::int32_t cls, bool trims, bool addPrefixSpace)
        : sep_(sep), cls_(cls), trims_(trims), addPrefixSpace_(addPrefixSpace) {}
    Result<void> apply(std::vector<TokenRow>& rows, bool adds, Budget&) const override {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (trims_) trimRow(rows[i], addPrefixSpace_);
            for (EncodedToken& token : rows[i]) token.typeId = 0;
            if (!adds) continue;
            rows[i].insert(rows[i].begin(), specialToken(i == 0 ? cls_ : sep_, 0));
            rows[i].push_back(specialToken(sep_, 0));
        }
        return {};
    }

private:
    std::int32_t sep_;
    std::int32_t cls_;
    bool trims_;
    bool addPrefixSpace_;
};

class Template : public PostProcessor {
public:
    Template(std::vector<TemplatePiece> single, std::vector<TemplatePiece> pair)
        : single_(std::move(single)), pair_(std::move(pair)) {}
    Result<void> apply(std::vector<TokenRow>& rows, bool adds, Budget& budget) const override {
        if (rows.empty() || rows.size() > 2) {
            return std::unexpected(Problem{.code = Code::notRecognised,
                                           .place = "tokenizer.json, post_processor",
                                           .finding = "Two templates in a row aren't supported."_tr,
                                           .remedy = "Keep one."_tr,
                                           .byte = {}});
        }
        std::vector<TokenRow> out;
        std::size_t count = 0;
        for (const TemplatePiece& piece : rows.size() == 2 ? pair_ : single_) {
            count += piece.sequence < 0 ? piece.ids.size() : rows[piece.sequence].size();
            if (!budget.allowsTokens(count)) return tooMany();
            out.emplace_back();
            for (const std::int32_t id : adds ? piece.ids : std::vector<std::int32_t>())
                out.back().push_back(specialToken(id, piece.typeId));
            if (piece.sequence < 0) continue;
            out.back() = rows[piece.sequence];
            for (EncodedToken& token : out.back()) {
                token.typeId = piece.typeId;
                token.sequence = static_cast<std::int8_t>(piece.sequence);
            }
        }
        rows = std::move(out);
        return {};
    }

private:
    std::vector<TemplatePiece> single_;
    std::vector<TemplatePiece> pair_;
};

class ProcessorSequence : public PostProcessor {
public:
    explicit ProcessorSequence(std::vector<PostProcessorPtr> list) : list_(std::move(list)) {}
    Result<void> apply(std::vector<TokenRow>& rows, bool adds, Budget& budget) const override {
        for (const PostProcessorPtr& processor : list_) {
            std::size_t count = 0;
            for (const TokenRow& row : rows) count += row.size();
            if (!budget.spend(100 + 10 * count) || !budget.allowsTokens(count)) return tooMany();
            if (auto good = processor->apply(rows, adds, budget); !good) return good;
        }
        return {};
    }

private:
    std::vector<PostProcessorPtr> list_;
};

}  // namespace

PostProcessorPtr makeTrimOffsets(bool trims, bool addPrefixSpace) {
    return std::make_unique<TrimOffsets>(trims, addPrefixSpace);
}
PostProcessorPtr makeBertProcessing(std::int32_t sep, std::int32_t cls) {
    return std::make_unique<BertProcessing>(sep, cls);
}
PostProcessorPtr makeRobertaProcessing(std::int32_t sep, std::int32_t cls, bool trims,
                                       bool addPrefixSpace) {
    return std::make_unique<RobertaProcessing>(sep, cls, trims, addPrefixSpace);
}
PostProcessorPtr makeTemplate(std::vector<TemplatePiece> single, std::vector<TemplatePiece> pair) {
    return std::make_unique<Template>(std::move(single), std::move(pair));
}
PostProcessorPtr makeProcessorSequence(std::vector<PostProcessorPtr> list) {
    return std::make_unique<ProcessorSequence>(std::move(list));
}

}  // namespace hw::model
