// SPDX-License-Identifier: MIT
// JSON Lines, objects one after the other, read as a list without brackets and commas.
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"

namespace hw::io {

const char* JsonParser::readAfterEnd(const char* p) {
    const bool isLine = *p == '{' && (inLines_ || tree_.is(Tree::root, Kind::object));
    if (!options_.lines || !isLine) {
        return fail(
            problemAt(Code::syntax, "", offset(p),
                      formatText("The data end here, but {} follows."_tr, {shownCharacter(*p)}),
                      "Put several JSON texts into one list."_tr));
    }
    if (!inLines_) startLines();
    return open(true, offset(p)) ? p + 1 : nullptr;
}

// Nodes are in document order, so the list takes the first place and all others move up by one.
void JsonParser::startLines() {
    inLines_ = true;
    Tree::Node list;
    list.kind = Kind::array;
    list.byte = tree_.nodes.front().byte;
    list.first = 0;
    tree_.nodes.insert(tree_.nodes.begin(), list);
    for (Tree::Node& node : tree_.nodes) {
        if (node.next != none) ++node.next;
        const bool hasChildren = node.kind == Kind::array || node.kind == Kind::object;
        if (hasChildren && node.first != none) ++node.first;
    }
    const auto inFirst = [](std::string& place) {
        const bool isKey = !place.empty() && place.front() != '[';
        place.insert(0, at("", 0) + (isKey ? "." : ""));
    };
    for (Irregular& irregular : tree_.irregulars) {
        ++irregular.node;
        inFirst(irregular.place);
    }
    for (Tree::Duplicate& duplicate : tree_.duplicates) inFirst(duplicate.place);
    if (tree_.overflows > 0) inFirst(tree_.overflowPlace);
    Frame frame;
    frame.node = Tree::root;
    frame.lastChild = 1;
    frame.count = 1;
    frame.content = Content::mixed;
    frames_.push_back(frame);
}

}  // namespace hw::io
