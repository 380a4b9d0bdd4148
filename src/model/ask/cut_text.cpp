// SPDX-License-Identifier: MIT
#include "model/ask/cut_text.h"

#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {
namespace {

constexpr std::size_t mostEdges = 1'000'000;

/// Whole numbers from `first` up to, and without, `end`.
struct Range {
    int first = 0;
    int end = 0;
    bool isAll = false;
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
    return text;
}

/// Removes the part before the separator, and the separator, from the text. Returns the part.
std::string_view taken(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view piece = text.substr(0, at);
    text = at == text.npos ? std::string_view() : text.substr(at + 1);
    return trimmed(piece);
}

std::unexpected<Problem> badCut(std::string_view piece, std::string finding) {
    return std::unexpected(Problem{
        Code::badArgument, std::string(piece.substr(0, 80)), std::move(finding),
        "Write edges as LAYER:HEAD:QUERY>KEY, and heads as LAYER:HEAD. Layers count from 1, everything else from 0."_tr,
        std::nullopt});
}

/// A number counted from `from`, or `*`; nullopt for anything else.
std::optional<Range> rangeOf(std::string_view text, int from, int count) {
    if (text == "*") return Range{0, count, true};
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (number < from || number - from >= count) return std::nullopt;
    return Range{number - from, number - from + 1, false};
}

std::string outside(std::string_view what, std::string_view given, int from, int count) {
    return formatText("{} {} is out of range ({} to {})."_tr,
                      {what, given, from, from + count - 1});
}

/// The layer and the head, or the token, of "LAYER:OTHER".
Result<std::pair<Range, Range>> twoOf(std::string_view piece, std::string_view& rest, int layers,
                                      LocalizedText otherName, int others) {
    const std::string_view layerText = taken(rest, ':');
    const std::string_view otherText = taken(rest, ':');
    const auto layer = rangeOf(layerText, 1, layers);
    if (!layer) return badCut(piece, outside(std::string("Layer"_tr), layerText, 1, layers));
    const auto other = rangeOf(otherText, 0, others);
    if (!other) return badCut(piece, outside(std::string(otherName), otherText, 0, others));
    return std::pair(*layer, *other);
}

struct Cells {
    Range layer;
    Range head;
    Range query;
    Range key;
};

Result<void> addCells(const Cells& cells, std::string_view piece, const Spec& spec, bool isCross,
                      std::vector<Edge>& edges) {
    const bool isPicked = !isCross && (cells.query.isAll || cells.key.isAll || cells.layer.isAll);
    for (int layer = cells.layer.first; layer < cells.layer.end; ++layer)
        for (int head = cells.head.first; head < cells.head.end; ++head)
            for (int query = cells.query.first; query < cells.query.end; ++query)
                for (int key = cells.key.first; key < cells.key.end; ++key) {
                    if (isPicked && !spec.layers[layer].sees(query, key)) continue;
                    if (edges.size() == mostEdges)
                        return badCut(piece, std::string("Too many edges to cut at once."_tr));
                    edges.push_back({layer, head, query, key});
                }
    return {};
}

/// `isCross`: keys belong to another network, and all of them are seen.
Result<void> addEdgesTo(std::string_view text, const Spec& spec, int tokens, int keys, bool isCross,
                        std::vector<Edge>& edges) {
    for (text = trimmed(text); !text.empty();) {
        const std::string_view piece = taken(text, ';');
        if (piece.empty()) continue;
        std::string_view pairs = piece;
        const auto place = twoOf(piece, pairs, spec.layerCount(), "Head"_tr, spec.heads);
        if (!place) return std::unexpected(place.error());
        if (trimmed(pairs).empty())
            return badCut(piece, std::string("Query and key are missing."_tr));
        while (!pairs.empty()) {
            std::string_view pair = taken(pairs, ',');
            const std::string_view queryText = taken(pair, '>');
            const auto query = rangeOf(queryText, 0, tokens);
            if (!query)
                return badCut(piece, outside(std::string("Query"_tr), queryText, 0, tokens));
            const auto key = rangeOf(trimmed(pair), 0, keys);
            if (!key) return badCut(piece, outside(std::string("Key"_tr), trimmed(pair), 0, keys));
            if (auto added = addCells({place->first, place->second, *query, *key}, piece, spec,
                                      isCross, edges);
                !added)
                return added;
        }
    }
    return {};
}

/// Calls `take(letter, piece)` with each piece without its first letter.
template <class Take>
Result<void> eachPiece(std::string_view text, std::string_view letters, const Take& take) {
    for (text = trimmed(text); !text.empty();) {
        std::string_view piece = taken(text, ';');
        if (piece.empty()) continue;
        char letter = 'E';
        if (letters.find(piece.front()) != letters.npos) {
            letter = piece.front();
            piece.remove_prefix(1);
        }
        if (auto added = take(letter, piece); !added) return added;
    }
    return {};
}

}  // namespace

Result<void> addHidden(std::string_view text, const Spec& spec, int tokens,
                       std::vector<LayerToken>& hidden) {
    for (text = trimmed(text); !text.empty();) {
        const std::string_view piece = taken(text, ';');
        if (piece.empty()) continue;
        std::string_view tokenText = piece;
        Range layer{0, 1, false};
        if (piece.contains(':')) {
            const std::string_view layerText = taken(tokenText, ':');
            const auto from = rangeOf(layerText, 1, spec.layerCount());
            if (!from || from->isAll)
                return badCut(piece,
                              outside(std::string("Layer"_tr), layerText, 1, spec.layerCount()));
            layer = *from;
        }
        const auto token = rangeOf(trimmed(tokenText), 0, tokens);
        if (!token || token->isAll)
            return badCut(piece, outside(std::string("Token"_tr), trimmed(tokenText), 0, tokens));
        hidden.push_back({layer.first, token->first});
    }
    return {};
}

Result<void> addEdges(std::string_view text, const Spec& spec, int tokens,
                      std::vector<Edge>& edges) {
    return addEdgesTo(text, spec, tokens, tokens, false, edges);
}

Result<void> addPairEdges(std::string_view text, const PairTokens& pair, PairEdits& edits) {
    return eachPiece(text, "EDC", [&](char letter, std::string_view piece) {
        if (letter == 'C')
            return addEdgesTo(piece, pair.decoder, pair.tokens, pair.sources, true,
                              edits.decoder.cross);
        if (letter == 'D') return addEdges(piece, pair.decoder, pair.tokens, edits.decoder.edges);
        return addEdges(piece, pair.encoder, pair.sources, edits.encoder.edges);
    });
}

Result<void> addPairHeads(std::string_view text, HeadRule rule, const PairTokens& pair,
                          PairEdits& edits) {
    return eachPiece(text, "ED", [&](char letter, std::string_view piece) {
        return letter == 'D' ? addHeads(piece, rule, pair.decoder, edits.decoder.heads)
                             : addHeads(piece, rule, pair.encoder, edits.encoder.heads);
    });
}

Result<void> addPairResiduals(std::string_view text, const PairTokens& pair, PairEdits& edits) {
    return eachPiece(text, "ED", [&](char letter, std::string_view piece) {
        return letter == 'D'
                   ? addResiduals(piece, pair.decoder, pair.tokens, edits.decoder.residuals)
                   : addResiduals(piece, pair.encoder, pair.sources, edits.encoder.residuals);
    });
}

Result<void> addHeads(std::string_view text, HeadRule rule, const Spec& spec,
                      std::vector<HeadCut>& heads) {
    for (text = trimmed(text); !text.empty();) {
        const std::string_view piece = taken(text, ';');
        if (piece.empty()) continue;
        std::string_view rest = piece;
        const auto place = twoOf(piece, rest, spec.layerCount(), "Head"_tr, spec.heads);
        if (!place) return std::unexpected(place.error());
        if (!rest.empty()) return badCut(piece, std::string("This is an edge, not a head."_tr));
        for (int layer = place->first.first; layer < place->first.end; ++layer)
            for (int head = place->second.first; head < place->second.end; ++head)
                heads.push_back({layer, head, rule});
    }
    return {};
}

Result<void> addResiduals(std::string_view text, const Spec& spec, int tokens,
                          std::vector<LayerToken>& residuals) {
    for (text = trimmed(text); !text.empty();) {
        const std::string_view piece = taken(text, ';');
        if (piece.empty()) continue;
        std::string_view rest = piece;
        const auto place = twoOf(piece, rest, spec.layerCount(), "Token"_tr, tokens);
        if (!place) return std::unexpected(place.error());
        if (!rest.empty()) return badCut(piece, std::string("Write residuals as LAYER:TOKEN."_tr));
        for (int layer = place->first.first; layer < place->first.end; ++layer)
            for (int token = place->second.first; token < place->second.end; ++token)
                residuals.push_back({layer, token});
    }
    return {};
}

}  // namespace hw::model
