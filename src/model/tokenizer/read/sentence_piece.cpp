// SPDX-License-Identifier: MIT
// SentencePiece's model file (sentencepiece_model.proto): pieces with scores, and the settings of the trainer and the
// normaliser.
#include <bit>
#include <optional>
#include <utility>

#include "core/localized_text.h"
#include "io/json/utf8.h"
#include "io/tree/number_format.h"
#include "model/tokenizer/read/sentence_piece.h"

namespace hw::model {
namespace {

/// A field of a protocol buffers message, with a number or bytes.
struct ProtoField {
    std::uint64_t number = 0;  ///< of the field
    std::uint64_t value = 0;   ///< for types 0, 1 and 5
    std::string_view bytes;    ///< for type 2
};

class ProtoReader {
public:
    explicit ProtoReader(std::string_view bytes) : rest_(bytes) {}
    bool bad() const { return bad_; }
    /// Null at the end, or if the message is damaged.
    std::optional<ProtoField> next() {
        if (rest_.empty() || bad_) return std::nullopt;
        const std::uint64_t key = varint();
        ProtoField field{key >> 3, 0, {}};
        switch (key & 7) {
            case 0: field.value = varint(); break;
            case 1: field.value = fixed(8); break;
            case 2: {
                const std::uint64_t size = varint();
                if (size > rest_.size()) {
                    bad_ = true;
                    break;
                }
                field.bytes = rest_.substr(0, static_cast<std::size_t>(size));
                rest_.remove_prefix(static_cast<std::size_t>(size));
                break;
            }
            case 5: field.value = fixed(4); break;
            default: bad_ = true;
        }
        if (bad_) return std::nullopt;
        return field;
    }

private:
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(rest_[0]);
            rest_.remove_prefix(1);
            value |= std::uint64_t{byte & 127U} << shift;
            if (byte < 128) return value;
        }
        bad_ = true;
        return 0;
    }
    std::uint64_t fixed(int count) {
        if (std::cmp_less(rest_.size(), count)) {
            bad_ = true;
            return 0;
        }
        std::uint64_t value = 0;
        for (int i = 0; i < count; ++i)
            value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
        rest_.remove_prefix(count);
        return value;
    }
    std::string_view rest_;
    bool bad_ = false;
};

std::unexpected<Problem> badModel(std::string_view name, std::string finding) {
    return std::unexpected(Problem{
        Code::syntax, std::string(name), std::move(finding), "Download the file again."_tr, {}});
}

void readTrainer(std::string_view bytes, ScoredTokens& out, std::uint64_t& modelType) {
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
        const auto id = [&] {
            return static_cast<std::int32_t>(static_cast<std::int64_t>(field->value));
        };
        switch (field->number) {
            case 3: modelType = field->value; break;
            case 35: out.byteFallback = field->value != 0; break;
            case 40: out.special.unknown = id(); break;
            case 41: out.special.bos = id(); break;
            case 42: out.special.eos = id(); break;
            case 43: out.special.pad = id(); break;
            default: break;
        }
    }
}

void readNormalizerSpec(std::string_view bytes, ScoredTokens& out) {
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
        if (field->number == 2) out.charsmap = field->bytes;
        if (field->number == 3) out.addSpacePrefix = field->value != 0;
        if (field->number == 4) out.removeExtraSpaces = field->value != 0;
    }
}

bool readPiece(std::string_view bytes, std::string& text, ListedToken& token) {
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
        if (field->number == 1) text = field->bytes;
        if (field->number == 2)
            token.score =
                static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(field->value)));
        if (field->number == 3) {
            if (field->value < 1 || field->value > 6) return false;
            token.kind = static_cast<PieceKind>(field->value);
        }
    }
    io::repairUtf8(text);
    return !reader.bad();
}

}  // namespace

Result<SentencePieces> readPieces(const ModelFiles& files, std::string_view name) {
    const auto bytes = files.readText(name);
    if (!bytes) return std::unexpected(bytes.error());
    SentencePieces made;
    ScoredTokens& from = made.scored;
    from.special = {-1, -1, -1, 1, 2, -1, 0};  // SentencePiece's own ids
    from.byteFallback = false;
    from.removeExtraSpaces = true;
    std::uint64_t modelType = 1;
    ProtoReader reader(*bytes);
    while (const auto field = reader.next()) {
        if (field->number == 1) {
            made.texts.emplace_back();
            from.tokens.emplace_back();
            if (!readPiece(field->bytes, made.texts.back(), from.tokens.back()))
                return badModel(name,
                                formatText("Piece {} can’t be read."_tr, {made.texts.size() - 1}));
        } else if (field->number == 2) {
            readTrainer(field->bytes, from, modelType);
        } else if (field->number == 3) {
            readNormalizerSpec(field->bytes, from);
        }
    }
    if (reader.bad() || made.texts.empty())
        return badModel(name, "This is not a SentencePiece model."_tr);
    for (std::size_t i = 0; i < made.texts.size(); ++i) from.tokens[i].text = made.texts[i];
    if (modelType != 1 && modelType != 2)
        return badModel(name, "The model is neither Unigram nor BPE."_tr);
    from.isUnigram = modelType == 1;
    return made;
}

}  // namespace hw::model
