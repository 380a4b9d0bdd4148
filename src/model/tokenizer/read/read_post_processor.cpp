// SPDX-License-Identifier: MIT
#include <utility>

#include "model/tokenizer/models/vocabulary.h"
#include "model/tokenizer/read/components.h"

namespace hw::model {
namespace {

Result<std::int32_t> checkedId(const Fields& fields, double value) {
    if (!(value >= 0) || value >= Vocabulary::mostIds ||
        value != static_cast<double>(static_cast<std::int32_t>(value)))
        return fields.wrong("ids", "a token id"_tr);
    return static_cast<std::int32_t>(value);
}

/// ["[SEP]", 102]
Result<std::int32_t> namedId(const Fields& fields, std::string_view key) {
    const io::Tree& tree = fields.tree();
    const io::NodeId list = fields.find(key);
    if (!tree.is(list, io::Kind::array) || tree.size(list) != 2)
        return fields.wrong(key, "a token and its id"_tr);
    const io::NodeId id = tree.next(tree.firstChild(list));
    if (!tree.is(id, io::Kind::number)) return fields.wrong(key, "a token and its id"_tr);
    return checkedId(fields, tree.number(id));
}

/// The "ids" of a special token, one or more.
Result<std::vector<std::int32_t>> idsOf(const Fields& fields) {
    const io::Tree& tree = fields.tree();
    const io::NodeId list = fields.find("ids");
    std::vector<std::int32_t> ids;
    if (tree.is(list, io::Kind::array) && tree.size(list) == 0) return ids;
    if (!tree.is(list, io::Kind::numbers) || tree.shape(list).rank != 1)
        return fields.wrong("ids", "a list of numbers"_tr);
    for (const double value : tree.doubles(list)) {
        const auto id = checkedId(fields, value);
        if (!id) return std::unexpected(id.error());
        ids.push_back(*id);
    }
    return ids;
}

Result<std::vector<TemplatePiece>> readPieces(const Fields& fields, std::string_view key,
                                              const Fields& specialTokens) {
    const auto list = fields.list(key);
    if (!list) return std::unexpected(list.error());
    constexpr std::size_t mostAround = 1000;  // each reference copies the list of ids
    std::size_t count = 0;
    std::vector<TemplatePiece> pieces;
    for (const Fields& item : *list) {
        TemplatePiece piece;
        const bool isSequence = !item.lacks("Sequence");
        const Fields inside = item.in(isSequence ? "Sequence" : "SpecialToken");
        const auto type = inside.number("type_id", 0);
        if (!type) return std::unexpected(type.error());
        if (*type < 0 || *type > 1'000'000) return inside.wrong("type_id", "a small number"_tr);
        piece.typeId = static_cast<std::int32_t>(*type);
        const auto id = inside.text("id");
        if (!id) return std::unexpected(id.error());
        if (isSequence) {
            if (*id != "A" && *id != "B") return inside.in("id").unknown(*id);
            piece.sequence = *id == "A" ? 0 : 1;
            if (piece.sequence == 1 && key == "single") return inside.wrong("id", "A"_tr);
        } else {
            const Fields token = specialTokens.in(*id);
            if (!token.isObject()) return specialTokens.unknown(*id);
            auto ids = idsOf(token);
            if (!ids) return std::unexpected(ids.error());
            piece.ids = std::move(*ids);
            count += piece.ids.size();
        }
        if (++count > mostAround)
            return std::unexpected(Problem{Code::tooLarge,
                                           fields.in(key).place(),
                                           "The template adds more than 1,000 tokens."_tr,
                                           "Use a tokenizer with a shorter template."_tr,
                                           {}});
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

Result<PostProcessorPtr> readTemplate(const Fields& fields) {
    const Fields tokens = fields.in("special_tokens");
    auto single = readPieces(fields, "single", tokens);
    if (!single) return std::unexpected(single.error());
    auto pair = readPieces(fields, "pair", tokens);
    if (!pair) return std::unexpected(pair.error());
    return makeTemplate(std::move(*single), std::move(*pair));
}

Result<PostProcessorPtr> readAround(const Fields& fields, bool isRoberta) {
    const auto sep = namedId(fields, "sep");
    if (!sep) return std::unexpected(sep.error());
    const auto cls = namedId(fields, "cls");
    if (!cls) return std::unexpected(cls.error());
    if (!isRoberta) return makeBertProcessing(*sep, *cls);
    const auto trims = fields.truth("trim_offsets", true);
    if (!trims) return std::unexpected(trims.error());
    const auto prefix = fields.truth("add_prefix_space", true);
    if (!prefix) return std::unexpected(prefix.error());
    return makeRobertaProcessing(*sep, *cls, *trims, *prefix);
}

}  // namespace

Result<PostProcessorPtr> readPostProcessor(const Fields& fields) {
    const auto type = fields.type();
    if (!type) return std::unexpected(type.error());
    if (*type == "TemplateProcessing") return readTemplate(fields);
    if (*type == "BertProcessing") return readAround(fields, false);
    if (*type == "RobertaProcessing") return readAround(fields, true);
    if (*type == "ByteLevel") {
        const auto trims = fields.truth("trim_offsets", true);
        if (!trims) return std::unexpected(trims.error());
        const auto prefix = fields.truth("add_prefix_space", true);
        if (!prefix) return std::unexpected(prefix.error());
        return makeTrimOffsets(*trims, *prefix);
    }
    if (*type != "Sequence") return fields.unknown(*type);
    const auto list = fields.list("processors");
    if (!list) return std::unexpected(list.error());
    std::vector<PostProcessorPtr> all;
    for (const Fields& item : *list) {
        auto one = readPostProcessor(item);
        if (!one) return one;
        all.push_back(std::move(*one));
    }
    return makeProcessorSequence(std::move(all));
}

}  // namespace hw::model
