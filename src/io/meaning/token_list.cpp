// SPDX-License-Identifier: MIT
#include "io/meaning/token_list.h"

#include <algorithm>

#include "io/json/json_parser.h"
#include "io/meaning/analysis.h"

namespace hw::io {
namespace {

std::vector<std::string> split(std::string_view text, std::string_view separators) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find_first_of(separators));
        if (!part.empty()) parts.emplace_back(part);
        text.remove_prefix(std::min(part.size() + 1, text.size()));
    }
    return parts;
}

}  // namespace

std::vector<std::string> tokenList(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    if (text[begin] == '[') {
        JsonParser parser;
        if (parser.push(text)) {
            if (const auto tree = parser.finish()) {
                TokenLists lists = readTokens(*tree, Tree::root, "");
                if (lists.items.size() == 1) return std::move(lists.items[0]);
            }
        }
    }
    std::vector<std::string> lines = split(text, "\r\n");
    return lines.size() > 1 ? lines : split(text, " \t\r\n");
}

}  // namespace hw::io
