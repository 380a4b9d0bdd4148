// SPDX-License-Identifier: MIT
#include "cli/model/given_texts.h"

#include <utility>

#include "io/tree/tree.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::cli {
namespace {

std::unexpected<Problem> badTexts(std::string place) {
    return std::unexpected(
        Problem{.code = Code::notRecognised,
                .place = std::move(place),
                .finding = "This is neither a text nor a pair of texts.",
                .remedy = R"(Write a JSON list, such as ["one", ["two", "three"]].)",
                .byte = {}});
}

/// A text, a list of two, or an object with text and pair.
std::optional<GivenText> read(const io::Tree& tree, io::NodeId node) {
    io::NodeId first = node;
    io::NodeId second = io::none;
    if (tree.is(node, io::Kind::array) && tree.size(node) == 2) {
        first = tree.firstChild(node);
        second = tree.next(first);
    } else if (tree.is(node, io::Kind::object)) {
        first = tree.find(node, "text");
        second = tree.find(node, "pair");
    }
    if (first == io::none || !tree.is(first, io::Kind::string)) return std::nullopt;
    if (second == io::none) return GivenText{std::string(tree.string(first)), {}};
    if (!tree.is(second, io::Kind::string)) return std::nullopt;
    return GivenText{std::string(tree.string(first)), std::string(tree.string(second))};
}

}  // namespace

Result<std::vector<GivenText>> textsOfList(std::string_view json, const std::string& name) {
    const auto tree = model::readJson(json, name);
    if (!tree) return std::unexpected(tree.error());
    if (!tree->is(io::Tree::root, io::Kind::array)) return badTexts({});
    std::vector<GivenText> texts;
    for (const io::NodeId node : tree->children(io::Tree::root)) {
        auto text = read(*tree, node);
        if (!text) return badTexts("texts[" + std::to_string(texts.size()) + "]");
        texts.push_back(std::move(*text));
    }
    return texts;
}

Result<GivenText> textOfJson(std::string_view json, const std::string& name) {
    const auto tree = model::readJson(json, name);
    if (!tree) return std::unexpected(tree.error());
    auto text = read(*tree, io::Tree::root);
    if (!text) return badTexts({});
    return std::move(*text);
}

}  // namespace hw::cli
