// SPDX-License-Identifier: MIT
#include "platform/model/cut_words.h"

#include <cstdlib>
#include <optional>

#include "core/tokens/token_text.h"
#include "core/words.h"

namespace hw {
namespace {

constexpr int mostPieces = 3;

std::vector<std::string> splitAt(std::string_view text, char mark) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(mark);
        std::string_view part = text.substr(0, end);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        if (!part.empty()) parts.emplace_back(part);
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::string tokenName(const std::vector<std::string>& tokens, const std::string& number) {
    if (number == "*") return std::string("all tokens"_tr);
    const auto at = static_cast<std::size_t>(std::atoi(number.c_str()));
    if (at >= tokens.size()) return number;
    const std::string name = displayToken(tokens[at]);
    std::size_t equal = 0;
    std::size_t before = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (displayToken(tokens[i]) != name) continue;
        ++equal;
        if (i <= at) ++before;
    }
    return equal == 1 ? name : name + " (" + std::to_string(before) + ")";
}

std::string layerName(const std::string& number) {
    return number == "*" ? std::string("all layers"_tr) : say("layer {}"_tr, {number});
}

std::string headName(const std::string& number) {
    if (number == "*") return std::string("all heads"_tr);
    return say("head {}"_tr, {std::to_string(std::atoi(number.c_str()) + 1)});
}

enum class Kind { edges, head, residual };

/// A piece without its letter; none: it names several edges.
std::optional<std::string> pieceWords(Kind kind, std::string_view piece,
                                      const std::vector<std::string>& queries,
                                      const std::vector<std::string>& keys) {
    const std::vector<std::string> parts = splitAt(piece, ':');
    if (parts.size() < 2) return std::nullopt;
    std::string words = layerName(parts[0]) + ", ";
    if (kind == Kind::head) return words + headName(parts[1]);
    if (kind == Kind::residual)
        return words + say("residual of {}"_tr, {tokenName(queries, parts[1])});
    if (parts.size() < 3 || parts[2].find(',') != std::string::npos) return std::nullopt;
    const std::vector<std::string> ends = splitAt(parts[2], '>');
    if (ends.size() != 2) return std::nullopt;
    return words + headName(parts[1]) + ", " + tokenName(queries, ends[0]) + " → " +
           tokenName(keys, ends[1]);
}

std::optional<std::string> pieceWords(Kind kind, std::string_view piece, const CutTokens& tokens) {
    const bool isPair = !tokens.decoder.empty();
    const char letter = piece.empty() ? ' ' : piece.front();
    const bool hasLetter = letter == 'E' || letter == 'D' || letter == 'C';
    if (hasLetter) piece.remove_prefix(1);
    const bool reads = hasLetter && letter != 'E';
    auto words = pieceWords(kind, piece, reads ? tokens.decoder : tokens.encoder,
                            letter == 'D' ? tokens.decoder : tokens.encoder);
    if (!words || !isPair) return words;
    const Words stack = letter == 'D'   ? "decoder"_tr
                        : letter == 'C' ? "cross-attention"_tr
                                        : "encoder"_tr;
    return std::string(stack) + ", " + *words;
}

}  // namespace

std::string cutWords(const CutTexts& cuts, const CutTokens& tokens) {
    std::string all;
    int count = 0;
    for (const auto& [kind, text] : {std::pair{Kind::edges, cuts.edges},
                                     {Kind::head, cuts.heads},
                                     {Kind::residual, cuts.residuals}})
        for (const std::string& piece : splitAt(text, ';')) {
            const auto words = pieceWords(kind, piece, tokens);
            if (!words || ++count > mostPieces) return {};
            all.append(all.empty() ? "" : "; ").append(*words);
        }
    return all;
}

std::string hiddenWords(std::string_view hidden, const CutTokens& tokens) {
    const std::vector<std::string> pieces = splitAt(hidden, ';');
    if (std::ssize(pieces) > mostPieces) return say("{} tokens"_tr, {std::ssize(pieces)});
    std::string all;
    for (const std::string& piece : pieces) {
        const std::vector<std::string> parts = splitAt(piece, ':');
        const std::string name = tokenName(tokens.encoder, parts.back());
        all.append(all.empty() ? "" : "; ")
            .append(parts.size() == 1 || parts.front() == "1"
                        ? name
                        : say("{} from layer {} on"_tr, {name, parts.front()}));
    }
    return all;
}

std::string swapWords(std::string_view places, const CutTokens& tokens) {
    std::string all;
    int count = 0;
    for (const std::string& piece : splitAt(places, ';')) {
        if (piece.front() == 'a') continue;
        ++count;
        const std::vector<std::string> parts = splitAt(std::string_view(piece).substr(1), ':');
        if (parts.size() != 2) continue;
        const std::string words =
            piece.front() == 'h'
                ? layerName(std::to_string(std::atoi(parts[0].c_str()) + 1)) + ", " +
                      headName(parts[1])
                : say("“{}” after layer {}"_tr, {tokenName(tokens.encoder, parts[1]), parts[0]});
        all.append(all.empty() ? "" : "; ").append(words);
    }
    return count > mostPieces ? say("{} places"_tr, {count}) : all;
}

}  // namespace hw
