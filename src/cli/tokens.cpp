// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/arguments/numbers.h"
#include "cli/commands.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "core/tokens/token_texts.h"

namespace hw::cli {
namespace {

Result<int> findToken(const std::string& wanted, const std::vector<std::string>& tokens) {
    const auto count = static_cast<int>(tokens.size());
    if (const auto number = wholeNumber(wanted)) return *number < 0 ? *number + count : *number;
    std::vector<int> places;
    for (int i = 0; i < count; ++i) {
        if (tokens[i] == wanted) places.push_back(i);
    }
    for (int i = 0; i < count && places.empty(); ++i) {
        if (displayToken(tokens, i) == wanted) places.push_back(i);
    }
    if (places.size() == 1) return places[0];
    std::string finding = "There is no token \"" + wanted + "\".";
    if (places.size() > 1) {
        finding = "Several tokens are \"" + wanted + "\":";
        for (const int place : places)
            finding += (place == places[0] ? " " : ", ") + numberText(place);
        finding += '.';
    }
    return refusal(Code::badArgument, "output token", std::move(finding),
                   "Give the token's number, from 0 to " + numberText(count - 1) + ".");
}

}  // namespace

Part partFor(const Example& example, Method method, const WeightOptions& options) {
    if (options.part) return *options.part;
    if (!options.ofContributions) return mainPart(example, method);
    if (*options.ofContributions) return Part::contributions;
    return example.decoder ? Part::cross : Part::encoder;
}

Result<OutputChoice> chooseTokens(const TokenChoice& wish, const std::vector<std::string>& tokens) {
    OutputChoice choice{wish.join, {}};
    for (const std::string& wanted : wish.tokens) {
        const auto token = findToken(wanted, tokens);
        if (!token) return std::unexpected(token.error());
        if (std::ranges::find(choice.tokens, *token) == choice.tokens.end())
            choice.tokens.push_back(*token);
    }
    if (auto good = checkOutput(choice, static_cast<int>(tokens.size())); !good) {
        return std::unexpected(good.error());
    }
    return choice;
}

}  // namespace hw::cli
