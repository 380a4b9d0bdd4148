// SPDX-License-Identifier: MIT
#include <limits>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/tokenizer/classes/class_parts.h"
#include "model/tokenizer/classes/plain_files.h"
#include "model/tokenizer/read/components.h"
#include "model/tokenizer/read/sentence_piece.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

std::unexpected<Problem> noNumber(std::string_view file, std::string_view piece) {
    return std::unexpected(
        Problem{Code::notRecognised,
                "vocab.json",
                formatText("Piece \"{}\" of {} has no id."_tr, {io::excerpt(piece), file}),
                "Download the file again."_tr,
                {}});
}

}  // namespace

Result<Tokenizer> readMarian(const ModelFiles& files, std::string_view name) {
    auto pieces = readPieces(files, name);
    if (!pieces) return std::unexpected(std::move(pieces.error()));
    const auto json = files.readText("vocab.json");
    if (!json) return std::unexpected(json.error());
    const auto tree = readJson(*json, "vocab.json");
    if (!tree) return std::unexpected(tree.error());
    const auto vocabulary = readVocabulary(Fields(*tree, io::Tree::root, "vocab.json"));
    if (!vocabulary) return std::unexpected(vocabulary.error());

    ScoredTokens from = std::move(pieces->scored);
    const std::vector<ListedToken> cut = std::exchange(from.tokens, {});
    std::vector<std::string> texts;
    for (std::int32_t id = 0; id < vocabulary->idCount(); ++id)
        texts.emplace_back(vocabulary->text(id).value_or(""));
    for (std::size_t id = 0; id < texts.size(); ++id) {
        if (texts[id].empty()) return noNumber(name, std::to_string(id));
        // Pieces of the other language are ids of this vocabulary that no text of this language becomes.
        from.tokens.push_back(
            {texts[id], -std::numeric_limits<double>::infinity(), PieceKind::unused});
        if (texts[id].starts_with(">>") && texts[id].ends_with("<<"))
            from.tokens.back().kind = PieceKind::userDefined;  // the target language
    }
    for (const ListedToken& piece : cut) {
        if (piece.kind != PieceKind::normal && piece.kind != PieceKind::userDefined) continue;
        const std::int32_t id = vocabulary->find(piece.text);
        if (id < 0) {
            // A piece of SentencePiece that the model was not trained on.
            from.tokens.push_back({piece.text, piece.score, PieceKind::normal});
            continue;
        }
        from.tokens[id].score = piece.score;
        from.tokens[id].kind = piece.kind;
    }
    from.special = {};
    from.special.unknown = vocabulary->find("<unk>");
    from.special.eos = vocabulary->find("</s>");
    from.special.pad = vocabulary->find("<pad>");
    if (from.special.unknown < 0 || from.special.eos < 0)
        return noNumber("MarianTokenizer", from.special.eos < 0 ? "</s>" : "<unk>");
    from.tokens[from.special.unknown].kind = PieceKind::unknown;
    for (const std::int32_t id : {from.special.eos, from.special.pad})
        if (id >= 0) from.tokens[id].kind = PieceKind::control;
    from.around.addEos = true;
    auto parts = scoredParts(from);
    if (!parts) return std::unexpected(std::move(parts.error()));
    parts->takesCodes = true;
    parts->numbered = vocabulary->idCount();
    auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(std::move(config.error()));
    // Tokens of Python's own classes are found in the unchanged text.
    for (AddedToken& token : config->added) token.normalized = false;
    putTokens(classNamed("MarianTokenizer"), *config, *parts);
    return Tokenizer::make(std::move(*parts));
}

}  // namespace hw::model
