// SPDX-License-Identifier: MIT
#include "io/meaning/named_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/number_text.h"
#include "io/axes/pieces.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t mostChoices = 12;

/// A few names: "a, b, c and 7 more".
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", " : "") + excerpt(names[i], 60);
    if (names.size() <= most) return text;
    return formatText("{} and {} more"_tr, {text, names.size() - most});
}

/// At most 16 x 16 digits, rows between `/`. Each is the largest weight of a part of the matrix, and 9 the largest of
/// all.
std::string previewOf(std::span<const float> values, std::size_t rows, std::size_t cols) {
    constexpr std::size_t most = 16;
    const std::size_t down = std::min(rows, most);
    const std::size_t across = std::min(cols, most);
    std::array<float, most * most> cells{};
    float largest = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
            const float value = values[row * cols + col];
            if (!std::isfinite(value)) continue;
            float& cell = cells[row * down / rows * most + col * across / cols];
            cell = std::max(cell, value);
            largest = std::max(largest, value);
        }
    }
    std::string text;
    for (std::size_t row = 0; row < down; ++row) {
        if (row > 0) text += '/';
        for (std::size_t col = 0; col < across; ++col) {
            const float share = largest > 0 ? cells[row * most + col] / largest : 0;
            text += static_cast<char>('0' + static_cast<int>(std::lround(share * 9)));
        }
    }
    return text;
}

Choice choiceOf(Tree& tree, const NamedLayers& family) {
    Choice choice{family.pattern, {}, {}};
    choice.text =
        count(family.nodes.size(), "{} array|{} arrays"_tr) + ", " + shapeText(family.shape);
    const auto piece = readPiece(tree, family.nodes[0], family.places[0]);
    const Shape& shape = family.shape;
    const std::size_t cols = shape[shape.rank - 1];
    const std::size_t rows = shape[shape.rank - 2];
    constexpr std::size_t largestMatrix = 16'000'000;
    if (!piece || rows * cols > largestMatrix || piece->slice.count < rows * cols) return choice;
    std::vector<float> matrix(rows * cols);
    tree.copy({piece->slice.pool, piece->slice.offset, matrix.size()}, matrix.data());
    choice.preview = previewOf(matrix, rows, cols);
    float least = std::numeric_limits<float>::infinity();
    float most = -least;
    for (const float value : matrix) {
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    const auto said = [](float value) {
        return inLanguage(numberText(std::round(static_cast<double>(value) * 1000) / 1000));
    };
    if (least <= most)
        choice.text += ", " + formatText("values from {} to {}"_tr, {said(least), said(most)});
    return choice;
}

std::vector<Choice> choicesOf(Tree& tree, const std::vector<NamedLayers>& families) {
    std::vector<Choice> choices;
    for (const NamedLayers& family : families) {
        if (choices.size() == mostChoices) break;
        choices.push_back(choiceOf(tree, family));
    }
    return choices;
}

Problem whichOnes(Tree& tree, const std::string& place, std::string finding,
                  const std::vector<NamedLayers>& families) {
    Problem problem{Code::notRecognised, place,
                    std::move(finding),  "Choose the layers’ arrays (* matches their numbers)."_tr,
                    std::nullopt,        Offer::layers};
    problem.choices = choicesOf(tree, families);
    return problem;
}

/// The likeliest family of each role, for cross-attention with an encoder or decoder. Otherwise only the likeliest.
std::vector<const NamedLayers*> chosen(const std::vector<NamedLayers>& families) {
    const auto first = [&](Role role) -> const NamedLayers* {
        const auto found = std::ranges::find_if(families, [&](const NamedLayers& family) {
            return family.isAttention && family.role == role;
        });
        return found == families.end() ? nullptr : &*found;
    };
    const NamedLayers* const cross = first(Role::cross);
    const NamedLayers* const decoder = first(Role::decoder);
    const NamedLayers* const encoder = first(Role::encoder);
    std::vector<const NamedLayers*> all;
    if (cross != nullptr && (decoder != nullptr || encoder != nullptr)) {
        for (const NamedLayers* each : {encoder, decoder, cross}) {
            if (each != nullptr) all.push_back(each);
        }
        return all;
    }
    for (const NamedLayers& family : families) {
        const bool square =
            family.shape[family.shape.rank - 1] == family.shape[family.shape.rank - 2];
        if (family.isAttention && square) return {&family};
    }
    return {};
}

/// A note on the families in use and the ignored ones. Nothing if there are no others.
std::optional<Problem> takenOf(Tree& tree, NodeId object, const std::string& place,
                               const std::vector<const NamedLayers*>& taken,
                               const std::vector<NamedLayers>& families) {
    std::vector<std::string> patterns;
    for (const NamedLayers* family : taken) patterns.push_back(family->pattern);
    const std::vector<std::string> others = otherArrays(tree, object, taken);
    if (others.empty() && families.size() < 2) return std::nullopt;
    Problem note{Code::badShape,
                 place,
                 formatText("The layers are the arrays {}."_tr, {listed(patterns)}),
                 others.empty() ? "Choose others if these are not attention."_tr
                                : formatText("Ignored: {}."_tr, {listed(others)}),
                 std::nullopt,
                 families.size() > 1 ? Offer::layers : Offer::none};
    if (families.size() > 1) note.choices = choicesOf(tree, families);
    return note;
}

/// A note on the present layers, if some numbers are missing.
std::optional<Problem> partOf(const NamedLayers& family, const std::string& place) {
    constexpr std::size_t most = 12;
    if (!family.isPartial || family.numbers.empty()) return std::nullopt;
    std::string numbers;
    for (std::size_t i = 0; i < std::min(family.numbers.size(), most); ++i)
        numbers += (i > 0 ? ", " : "") + std::to_string(family.numbers[i]);
    if (family.numbers.size() > most) numbers += ", ...";
    return Problem{
        Code::badShape, place,
        formatText("Only some of the layers {} are present ({})."_tr, {family.pattern, numbers}),
        "They are renumbered. Rollout and flow skip missing layers."_tr, std::nullopt};
}

/// The arrays of a family, one per layer, or one per head, or a single array unchanged.
Result<Attention> readFamily(Tree& tree, const NamedLayers& family, const Clues& clues) {
    if (family.heads > 0) {
        auto weights = readHeads(tree, family.nodes, family.places, family.heads,
                                 clues.square ? Square::required : Square::notRequired);
        if (!weights) return std::unexpected(std::move(weights.error()));
        Attention attention;
        attention.axes = {AxisKind::layers, AxisKind::heads};
        attention.notes = std::move(weights->notes);
        attention.sets.push_back(std::move(*weights));
        return attention;
    }
    // One array under a name with a number is one layer. Without a number it has all layers.
    const bool isLayer = family.pattern.find_first_of("0123456789") != std::string::npos;
    const bool isWhole = family.nodes.size() == 1 && !isLayer;
    auto attention =
        readRole(tree, RoleNodes{family.nodes, family.places, !isWhole, family.isRagged}, clues);
    if (!attention) return attention;
    if (auto part = partOf(family, family.places[0])) attention->notes.push_back(std::move(*part));
    return attention;
}

}  // namespace

bool isNamedObject(const Tree& tree, NodeId node) {
    if (!tree.is(node, Kind::object) || isTensor(tree, node)) return false;
    return std::ranges::any_of(tree.children(node), [&](NodeId child) {
        return tree.key(child).find_first_not_of("0123456789") != std::string_view::npos;
    });
}

Result<Attention> readNamedObject(Tree& tree, NodeId object, const std::string& place,
                                  const Clues& clues) {
    std::vector<NamedLayers> families = findNamedLayers(tree, object, true);
    if (families.empty()) return std::unexpected(readPiece(tree, object, place).error());
    NamedLayers& best = families.front();
    for (std::string& each : best.places) each = under(place, each);
    auto attention = readFamily(tree, best, clues);
    if (attention) {
        if (auto note = takenOf(tree, object, place, {&best}, families)) {
            note->offer = Offer::none;  // the names to choose from start at the file's root
            note->choices.clear();
            attention->notes.push_back(std::move(*note));
        }
    }
    return attention;
}

Result<void> readNamedParts(Tree& tree, NodeId object, const std::string& place,
                            const NamedTokens& tokens, const OpenOptions& options,
                            Document& document, Stacks& stacks) {
    std::vector<NamedLayers> families = findNamedLayers(tree, object, true);
    // Parameters of a checkpoint are square, too.
    std::erase_if(families, [](const NamedLayers& family) {
        return family.isNegative && family.shape.rank == 2;
    });
    NamedLayers given;
    std::vector<const NamedLayers*> taken;
    if (!options.layersFrom.empty()) {
        given = matchingLayers(tree, object, options.layersFrom);
        if (given.nodes.empty()) {
            return std::unexpected(whichOnes(
                tree, place, formatText("No array is named {}."_tr, {excerpt(options.layersFrom)}),
                families));
        }
        taken.push_back(&given);
    } else {
        taken = chosen(families);
        if (taken.empty() && families.empty()) return {};
        if (taken.empty()) {
            return std::unexpected(whichOnes(
                tree, place,
                "No array looks like attention by name or row sums, but some have the right shape."_tr,
                families));
        }
    }
    const bool isSeq2seq = taken.size() > 1;
    for (const NamedLayers* family : taken) {
        const Role role = isSeq2seq ? family->role : Role::self;
        const TokenLists& own = !isSeq2seq              ? tokens.plain
                                : role == Role::encoder ? tokens.ofEncoder
                                                        : tokens.ofDecoder;
        Clues clues = cluesOf(own, options);
        clues.square = role != Role::cross;
        clues.strict = clues.strict && clues.square;
        auto attention = readFamily(tree, *family, clues);
        if (!attention) return std::unexpected(std::move(attention.error()));
        std::optional<Attention>& part = role == Role::decoder ? stacks.decoder
                                         : role == Role::cross ? stacks.cross
                                                               : stacks.self;
        part = std::move(*attention);
    }
    stacks.tokens = isSeq2seq ? tokens.ofEncoder : tokens.plain;
    if (isSeq2seq) stacks.decoderTokens = tokens.ofDecoder;
    if (auto note = takenOf(tree, object, place, taken, families))
        document.warnings.push_back(std::move(*note));
    return {};
}

}  // namespace hw::io
