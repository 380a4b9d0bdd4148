// SPDX-License-Identifier: MIT
#include "io/meaning/predictions.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json/number.h"
#include "io/meaning/analysis.h"
#include "io/tree/number_format.h"

namespace hw::io {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

NodeId findField(const Tree& tree, NodeId object, std::string_view name,
                 std::string_view otherName) {
    const NodeId field = tree.find(object, name);
    return field == none ? tree.find(object, otherName) : field;
}

/// One text for each token that predicts.
void readTexts(const Tree& tree, NodeId list, const std::string& place, std::size_t item,
               Example& example, Document& document) {
    const std::size_t size =
        example.decoder ? example.decoder->tokens.size() : example.tokens.size();
    TokenLists read = readTokens(tree, list, place);
    const std::size_t which = read.items.size() == 1 ? 0 : item;
    const bool isThere = which < read.items.size();
    const std::size_t found = isThere ? read.items[which].size() : 0;
    if (isThere && found == size) {
        example.predicted = std::move(read.items[which]);
        return;
    }
    warn(document, place,
         sayCount(formNumber(found),
                  "{} prediction for {} (ignored).|{} predictions for {} (ignored)."_tr,
                  {grouped(found), count(size, "{} token|{} tokens"_tr)}),
         example.decoder ? "Give one string per decoder token."_tr
                         : "Give one string per token."_tr);
}

/// The numbers of an item, from the list itself, from its row, or from the list with that index.
std::vector<float> numbersOf(const Tree& tree, NodeId list, std::size_t item) {
    if (tree.is(list, Kind::array)) {
        NodeId child = tree.firstChild(list);
        while (item-- > 0 && child != none) child = tree.next(child);
        return tree.is(child, Kind::numbers) && tree.shape(child).rank == 1
                   ? numbersOf(tree, child, 0)
                   : std::vector<float>();
    }
    if (!tree.is(list, Kind::numbers)) return {};
    const Shape& shape = tree.shape(list);
    std::vector<float> numbers(shape.count());
    tree.copy(tree.block(list).slice, numbers.data());
    if (shape.rank == 1) return numbers;
    if (shape.rank != 2 || item >= shape[0]) return {};
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(item * shape[1]);
    return {begin, begin + shape[1]};
}

void readProbabilities(const Tree& tree, NodeId list, const std::string& place, std::size_t item,
                       Example& example, Document& document) {
    std::vector<float> numbers = numbersOf(tree, list, item);
    const auto isNone = [](float p) { return p < 0 || p > 1; };
    if (numbers.size() == example.predicted.size() && std::ranges::none_of(numbers, isNone)) {
        example.predictedProbability = std::move(numbers);
        return;
    }
    warn(document, place, "These are not probabilities and are ignored."_tr,
         "Give each prediction a number from 0 to 1, or null."_tr);
}

/// Removes " (0.974)" from the end of a text and returns 0.974, else `unknown`.
float takenFrom(std::string& text) {
    const std::size_t at = text.rfind(" (");
    if (at == std::string::npos || at == 0 || !text.ends_with(')')) return unknown;
    const std::string_view number(text.data() + at + 2, text.size() - at - 3);
    const bool isPlain = number.starts_with("0.") || number.starts_with("1.");
    Decimal decimal;
    if (!isPlain || !readDecimal(number, decimal) || decimal.exponent > 0) return unknown;
    const float probability = toFloat(decimal, number);
    if (probability > 1) return unknown;
    text.resize(at);
    return probability;
}

}  // namespace

void readPredictions(const Tree& tree, NodeId object, const std::string& place, std::size_t item,
                     Example& example, Document& document) {
    const NodeId texts = findField(tree, object, "predicted", "predicted_tokens");
    if (texts == none) return;
    readTexts(tree, texts, under(place, "predicted"), item, example, document);
    if (example.predicted.empty()) return;
    const NodeId numbers = findField(tree, object, "predictedProbability", "predicted_probability");
    if (numbers != none && !tree.is(numbers, Kind::null)) {
        readProbabilities(tree, numbers, under(place, "predictedProbability"), item, example,
                          document);
        return;
    }
    std::vector<float> behind;
    for (std::string& text : example.predicted) behind.push_back(takenFrom(text));
    if (std::ranges::any_of(behind, [](float p) { return p >= 0; }))
        example.predictedProbability = std::move(behind);
}

}  // namespace hw::io
