// SPDX-License-Identifier: MIT
#include "io/meaning/token_classes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "io/meaning/analysis.h"
#include "io/tree/number_format.h"

namespace hw::io {
namespace {

/// In bytes. Classes are words of a small set.
constexpr std::size_t longestClass = 100;

void readList(const Tree& tree, NodeId list, std::string name, const std::string& place,
              Example& example, Document& document) {
    const auto leaveOut = [&](std::string finding) {
        document.warnings.push_back({Code::badShape, place, std::move(finding),
                                     "Give one string per token, or null."_tr, std::nullopt});
    };
    TokenLists found = readTokens(tree, list, place);
    if (found.items.size() != 1)
        return leaveOut("These classes are not a list of strings and are ignored."_tr);
    std::vector<std::string>& classes = found.items.front();
    const std::size_t tokens = example.tokens.size();
    if (classes.size() != tokens) {
        return leaveOut(
            formatText("{} for {} (ignored)."_tr, {count(classes.size(), "{} class|{} classes"_tr),
                                                   count(tokens, "{} token|{} tokens"_tr)}));
    }
    const auto isLong = [](const std::string& text) { return text.size() > longestClass; };
    if (name.size() > longestClass || std::ranges::any_of(classes, isLong))
        return leaveOut(
            formatText("A name is longer than {} bytes, so these classes are ignored."_tr,
                       {grouped(longestClass)}));
    example.tokenClasses.push_back({std::move(name), std::move(classes)});
}

}  // namespace

void readTokenClasses(const Tree& tree, NodeId object, const std::string& place, Example& example,
                      Document& document) {
    NodeId node = tree.find(object, "tokenClasses");
    if (node == none) node = tree.find(object, "token_classes");
    if (node == none) return;
    const std::string here = under(place, "tokenClasses");
    if (!tree.is(node, Kind::object)) return readList(tree, node, "class", here, example, document);
    for (NodeId child = tree.firstChild(node); child != none; child = tree.next(child)) {
        const std::string name(tree.key(child));
        readList(tree, child, name, under(here, name), example, document);
    }
}

}  // namespace hw::io
