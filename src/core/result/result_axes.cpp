// SPDX-License-Identifier: MIT
#include "core/result/result_axes.h"

#include <set>

namespace hw {
namespace {

std::vector<std::string> textsOf(const GroupedSide& side, const std::vector<std::string>& tokens) {
    if (side.isMerged) return groupTexts(side.groups, tokens);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (side.groups.groupOf[i] >= 0) texts.push_back(tokens[i]);
    }
    return texts;
}

}  // namespace

const std::vector<std::string>& queryTokens(const Example& example, Part part) {
    const bool areOfDecoder = part == Part::decoder || part == Part::cross;
    return areOfDecoder && example.decoder ? example.decoder->tokens : example.tokens;
}

const std::vector<std::string>& keyTokens(const Example& example, Part part) {
    return part == Part::decoder && example.decoder ? example.decoder->tokens : example.tokens;
}

ResultAxes tokenAxes(const Example& example, Part part, Method method) {
    ResultAxes axes{queryTokens(example, part), keyTokens(example, part), 0};
    if (part == Part::cross && specOf(method).readsBothSides && example.decoder) {
        axes.keys.insert(axes.keys.end(), axes.queries.begin(), axes.queries.end());
        axes.decoderKeys = static_cast<int>(axes.queries.size());
    }
    return axes;
}

ResultAxes groupedAxes(const ResultAxes& tokens, const GroupedSide& queries,
                       const GroupedSide& keys) {
    const std::vector<int>& groupOf = keys.groups.groupOf;
    std::set<int> ofDecoder(groupOf.end() - tokens.decoderKeys, groupOf.end());
    ofDecoder.erase(-1);
    return {textsOf(queries, tokens.queries), textsOf(keys, tokens.keys),
            static_cast<int>(ofDecoder.size())};
}

}  // namespace hw
