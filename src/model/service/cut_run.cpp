// SPDX-License-Identifier: MIT
#include "model/service/cut_run.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "core/tokens/token_text.h"
#include "model/ask/cut_text.h"
#include "model/service/question_parts.h"

namespace hw::service {
namespace {

void addEdges(const std::vector<model::Edge>& edges, AttentionStack of,
              std::vector<CutEdge>& cuts) {
    std::map<std::array<int, 3>, std::set<int>> heads;
    for (const model::Edge& edge : edges)
        heads[{edge.layer, edge.query, edge.key}].insert(edge.head);
    for (const auto& [place, cut] : heads)
        cuts.push_back({place[0], place[1], place[2], static_cast<int>(cut.size()), of});
}

/// One entry per layer, under any rule: heads set to their mean are cut, too, though their weights stay as they were.
void addHeads(const std::vector<model::HeadCut>& heads, AttentionStack of,
              std::vector<CutEdge>& cuts) {
    std::map<int, std::set<int>> layers;
    for (const model::HeadCut& cut : heads) layers[cut.layer].insert(cut.head);
    for (const auto& [layer, cut] : layers)
        cuts.push_back({layer, -1, -1, static_cast<int>(cut.size()), of});
}

void addResiduals(const std::vector<model::LayerToken>& residuals, AttentionStack of,
                  std::vector<CutEdge>& cuts) {
    for (const auto& [layer, token] : residuals) cuts.push_back({layer, token, token, 0, of});
}

void addOneStack(const model::Edits& edits, const std::vector<model::Edge>& edges,
                 std::vector<CutEdge>& cuts) {
    addEdges(edges, AttentionStack::encoder, cuts);
    addHeads(edits.heads, AttentionStack::encoder, cuts);
    addResiduals(edits.residuals, AttentionStack::encoder, cuts);
}

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
    return number == "*" ? std::string("all layers"_tr) : formatText("layer {}"_tr, {number});
}

std::string headName(const std::string& number) {
    if (number == "*") return std::string("all heads"_tr);
    return formatText("head {}"_tr, {std::to_string(std::atoi(number.c_str()) + 1)});
}

enum class Kind { edges, head, residual };

/// A piece without its letter; nullopt if it names several edges.
std::optional<std::string> describePiece(Kind kind, std::string_view piece,
                                         const std::vector<std::string>& queries,
                                         const std::vector<std::string>& keys) {
    const std::vector<std::string> parts = splitAt(piece, ':');
    if (parts.size() < 2) return std::nullopt;
    std::string words = layerName(parts[0]) + ", ";
    if (kind == Kind::head) return words + headName(parts[1]);
    if (kind == Kind::residual)
        return words + formatText("residual of {}"_tr, {tokenName(queries, parts[1])});
    if (parts.size() < 3 || parts[2].find(',') != std::string::npos) return std::nullopt;
    const std::vector<std::string> ends = splitAt(parts[2], '>');
    if (ends.size() != 2) return std::nullopt;
    return words + headName(parts[1]) + ", " + tokenName(keys, ends[1]) + " → " +
           tokenName(queries, ends[0]);
}

std::optional<std::string> describePiece(Kind kind, std::string_view piece,
                                         const CutTokens& tokens) {
    const bool isPair = !tokens.decoder.empty();
    const char letter = piece.empty() ? ' ' : piece.front();
    const bool hasLetter = letter == 'E' || letter == 'D' || letter == 'C';
    if (hasLetter) piece.remove_prefix(1);
    const bool reads = hasLetter && letter != 'E';
    auto words = describePiece(kind, piece, reads ? tokens.decoder : tokens.encoder,
                               letter == 'D' ? tokens.decoder : tokens.encoder);
    if (!words || !isPair) return words;
    const LocalizedText stack = letter == 'D'   ? "decoder"_tr
                                : letter == 'C' ? "cross-attention"_tr
                                                : "encoder"_tr;
    return std::string(stack) + ", " + *words;
}

}  // namespace

std::vector<std::pair<int, int>> stretchesIn(std::string_view text) {
    constexpr int mostStretches = 64;
    std::vector<std::pair<int, int>> stretches;
    while (!text.empty() && std::ssize(stretches) < mostStretches) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view one = text.substr(0, end);
        const std::size_t dash = one.find('-');
        if (dash == std::string_view::npos) return {};
        const auto from = wholeIn(one.substr(0, dash));
        const auto to = wholeIn(one.substr(dash + 1));
        if (!from || !to || *to <= *from) return {};
        stretches.emplace_back(*from, *to);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return stretches;
}

std::string describeCuts(const Recipe& cuts, const CutTokens& tokens) {
    std::string all;
    int count = 0;
    for (const auto& [kind, text] : {std::pair{Kind::edges, cuts.edges},
                                     {Kind::head, cuts.heads},
                                     {Kind::residual, cuts.residuals}})
        for (const std::string& piece : splitAt(text, ';')) {
            const auto words = describePiece(kind, piece, tokens);
            if (!words || ++count > mostPieces) return {};
            all.append(all.empty() ? "" : "; ").append(*words);
        }
    return all;
}

std::string describeHidden(std::string_view hidden, const CutTokens& tokens) {
    const std::vector<std::string> pieces = splitAt(hidden, ';');
    if (std::ssize(pieces) > mostPieces) return formatText("{} tokens"_tr, {std::ssize(pieces)});
    std::string all;
    for (const std::string& piece : pieces) {
        const std::vector<std::string> parts = splitAt(piece, ':');
        const std::string name = tokenName(tokens.encoder, parts.back());
        all.append(all.empty() ? "" : "; ")
            .append(parts.size() == 1 || parts.front() == "1"
                        ? name
                        : formatText("{} from layer {} on"_tr, {name, parts.front()}));
    }
    return all;
}

std::string describeSwap(std::string_view places, const CutTokens& tokens) {
    std::string all;
    std::string strength;
    int count = 0;
    for (const std::string& piece : splitAt(places, ';')) {
        if (piece.front() == 'x') strength = " × " + piece.substr(1);
        if (piece.front() == 'a' || piece.front() == 'x') continue;
        ++count;
        const std::vector<std::string> parts = splitAt(std::string_view(piece).substr(1), ':');
        if (parts.size() != 2) continue;
        const std::string words =
            piece.front() == 'H'   ? layerName(parts[0]) + ", " + headName(parts[1])
            : piece.front() == 'h' ? layerName(std::to_string(std::atoi(parts[0].c_str()) + 1)) +
                                         ", " + headName(parts[1])
                                   : formatText("“{}” after layer {}"_tr,
                                                {tokenName(tokens.encoder, parts[1]), parts[0]});
        all.append(all.empty() ? "" : "; ").append(words);
    }
    return (count > mostPieces ? formatText("{} activations"_tr, {count}) : all) + strength;
}

std::string cutTitle(const std::string& title, const Recipe& cuts, const CutTokens& tokens) {
    std::string what;
    for (const std::string& each : {cuts.edges, cuts.heads, cuts.residuals})
        if (!each.empty()) what.append(what.empty() ? "" : "; ").append(each);
    const LocalizedText how = cuts.rule == Rule::renormalise ? "scores to −∞"_tr
                              : cuts.rule == Rule::mean      ? "heads to their mean"_tr
                                                             : "weights to 0"_tr;
    const std::string words = describeCuts(cuts, tokens);
    std::string cut = what.empty() ? title
                      : !words.empty()
                          ? formatText("{} · cut: {} ({})"_tr, {title, words, std::string(how)})
                          : formatText("{} · cut: {} ({}; heads and tokens from 0)"_tr,
                                       {title, what, std::string(how)});
    if (!cuts.hidden.empty())
        cut = formatText("{} · hidden: {}"_tr, {cut, describeHidden(cuts.hidden, tokens)});
    if (cuts.swaps.empty()) return cut;
    return formatText("{} · swapped in from “{}”: {}"_tr,
                      {cut, cuts.clean, describeSwap(cuts.swaps, tokens)});
}

Result<model::PairEdits> editsOf(const model::Session& session, const model::Run& base,
                                 const Recipe& recipe) {
    model::PairEdits edits;
    if (recipe.rule == Rule::renormalise)
        edits.encoder.rule = edits.decoder.rule = model::CutRule::renormalise;
    const auto rule = recipe.rule == Rule::mean ? model::HeadRule::mean : model::HeadRule::zero;
    const model::Spec& spec = session.network().spec;
    const int tokens = base.tokens();
    std::vector<Result<void>> added;
    if (base.output) {
        if (!recipe.hidden.empty())
            return refusal(Code::badArgument, {},
                           "Models with two stacks of layers can’t hide tokens."_tr,
                           "Cut edges to the token, or test the text’s tokens."_tr);
        const model::PairTokens pair{spec, session.decoder()->spec, tokens, base.answeringTokens()};
        added = {model::addPairEdges(recipe.edges, pair, edits),
                 model::addPairHeads(recipe.heads, rule, pair, edits),
                 model::addPairResiduals(recipe.residuals, pair, edits)};
    } else {
        added = {model::addEdges(recipe.edges, spec, tokens, edits.encoder.edges),
                 model::addHeads(recipe.heads, rule, spec, edits.encoder.heads),
                 model::addResiduals(recipe.residuals, spec, tokens, edits.encoder.residuals),
                 model::addHidden(recipe.hidden, spec, tokens, edits.encoder.hidden)};
    }
    if (!recipe.swaps.empty())
        added.push_back(addSwaps(session, base, recipe.clean, recipe.swaps, edits.encoder));
    for (Result<void>& one : added)
        if (!one) return std::unexpected(std::move(one.error()));
    return edits;
}

Result<model::Run> changedRun(const model::Session& session, const model::Run& base,
                              const model::PairEdits& edits) {
    auto made = base.output ? session.cut(base, edits) : session.cut(base, edits.encoder);
    if (!made) return made;
    emptyHeads(edits.encoder.heads, session.network().spec.heads, made->trace);
    if (made->output && !edits.decoder.heads.empty()) {
        auto output = std::make_shared<model::Output>(*made->output);
        emptyHeads(edits.decoder.heads, session.decoder()->spec.heads, output->trace);
        made->output = std::move(output);
    }
    return made;
}

void emptyHeads(const std::vector<model::HeadCut>& cuts, int heads, model::Trace& trace) {
    const std::size_t square = std::size_t{1} * trace.batch.length(0) * trace.batch.length(0);
    for (const model::HeadCut& cut : cuts) {
        if (cut.rule != model::HeadRule::zero) continue;
        std::vector<float>& weights = trace.weights[cut.layer];
        if (weights.empty()) continue;  // not kept
        std::fill_n(weights.data() + trace.batch.matrix(0, cut.head, heads), square, 0.0F);
    }
}

std::vector<CutEdge> cutEdges(const model::Edits& edits, const model::Spec& spec, int tokens) {
    std::vector<model::Edge> edges = edits.edges;
    for (const model::LayerToken& hidden : edits.hidden)
        for (int layer = hidden.layer; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                for (int query = 0; query < tokens; ++query)
                    if (query != hidden.token && spec.layers[layer].sees(query, hidden.token))
                        edges.push_back({layer, head, query, hidden.token});
    std::vector<CutEdge> cuts;
    addOneStack(edits, edges, cuts);
    return cuts;
}

std::vector<CutEdge> cutEdges(const model::PairEdits& edits) {
    std::vector<CutEdge> cuts;
    addOneStack(edits.encoder, edits.encoder.edges, cuts);
    addEdges(edits.decoder.edges, AttentionStack::decoder, cuts);
    addHeads(edits.decoder.heads, AttentionStack::decoder, cuts);
    addResiduals(edits.decoder.residuals, AttentionStack::decoder, cuts);
    addEdges(edits.decoder.cross, AttentionStack::cross, cuts);
    return cuts;
}

}  // namespace hw::service
