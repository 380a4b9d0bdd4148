// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "model/tokenizer/read/components.h"

namespace hw::model {
namespace {

Result<DecoderPtr> readMetaspaceDecoder(const Fields& fields) {
    const auto replacement = fields.letter("replacement");
    if (!replacement) return std::unexpected(replacement.error());
    const auto scheme = fields.text("prepend_scheme", "always");
    if (!scheme) return std::unexpected(scheme.error());
    const auto prepends = fields.truth("add_prefix_space", true);
    if (!prepends) return std::unexpected(prepends.error());
    return makeMetaspaceDecoder(*replacement, *scheme != "never" && *prepends);
}

Result<DecoderPtr> readStripDecoder(const Fields& fields) {
    const auto letter = fields.letter("content");
    if (!letter) return std::unexpected(letter.error());
    const auto start = fields.number("start");
    if (!start) return std::unexpected(start.error());
    const auto stop = fields.number("stop");
    if (!stop) return std::unexpected(stop.error());
    const auto bounded = [](std::int64_t value) {
        return static_cast<int>(std::clamp<std::int64_t>(value, 0, 1'000'000));
    };
    return makeStripDecoder(*letter, bounded(*start), bounded(*stop));
}

Result<DecoderPtr> readCtcDecoder(const Fields& fields) {
    auto pad = fields.text("pad_token");
    if (!pad) return std::unexpected(pad.error());
    auto delimiter = fields.text("word_delimiter_token");
    if (!delimiter) return std::unexpected(delimiter.error());
    const auto cleanup = fields.truth("cleanup");
    if (!cleanup) return std::unexpected(cleanup.error());
    return makeCtcDecoder(std::move(*pad), std::move(*delimiter), *cleanup);
}

Result<DecoderPtr> readOneDecoder(const Fields& fields);

Result<DecoderPtr> readDecoderSequence(const Fields& fields) {
    const auto list = fields.list("decoders");
    if (!list) return std::unexpected(list.error());
    std::vector<DecoderPtr> all;
    for (const Fields& item : *list) {
        auto one = readOneDecoder(item);
        if (!one) return one;
        all.push_back(std::move(*one));
    }
    return makeDecoderSequence(std::move(all));
}

Result<DecoderPtr> readOneDecoder(const Fields& fields) {
    const auto type = fields.type();
    if (!type) return std::unexpected(type.error());
    if (*type == "ByteLevel") return makeByteLevelDecoder();
    if (*type == "ByteFallback") return makeByteFallbackDecoder();
    if (*type == "Fuse") return makeFuseDecoder();
    if (*type == "Metaspace") return readMetaspaceDecoder(fields);
    if (*type == "Strip") return readStripDecoder(fields);
    if (*type == "CTC") return readCtcDecoder(fields);
    if (*type == "Sequence") return readDecoderSequence(fields);
    if (*type == "BPEDecoder") {
        auto suffix = fields.text("suffix", "</w>");
        if (!suffix) return std::unexpected(suffix.error());
        return makeBpeDecoder(std::move(*suffix));
    }
    if (*type == "WordPiece") {
        auto prefix = fields.text("prefix", "##");
        if (!prefix) return std::unexpected(prefix.error());
        const auto cleanup = fields.truth("cleanup", true);
        if (!cleanup) return std::unexpected(cleanup.error());
        return makeWordPieceDecoder(std::move(*prefix), *cleanup);
    }
    if (*type == "Replace") {
        auto pattern = readPattern(fields);
        if (!pattern) return std::unexpected(pattern.error());
        auto content = fields.text("content");
        if (!content) return std::unexpected(content.error());
        return makeReplaceDecoder(std::move(*pattern), std::move(*content));
    }
    return fields.unknown(*type);
}

}  // namespace

Result<DecoderPtr> readDecoder(const Fields& fields) {
    constexpr double mostGrowth = 64;
    constexpr std::size_t mostDecoders = 256;
    auto decoder = readOneDecoder(fields);
    if (decoder && ((*decoder)->growth() > mostGrowth || (*decoder)->count() > mostDecoders))
        return std::unexpected(Problem{Code::tooLarge,
                                       fields.place(),
                                       "The decoders make tokens too long."_tr,
                                       "Use a tokenizer with fewer replacements."_tr,
                                       {}});
    return decoder;
}

}  // namespace hw::model
