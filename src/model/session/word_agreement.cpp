// SPDX-License-Identifier: MIT
#include "model/session/word_agreement.h"

#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "core/statistics/spearman.h"
#include "core/tokens/token_text.h"

namespace hw::model {
namespace {

/// The token without which the number falls most; -1 if there is none.
int largestFall(const WordTest& test, const std::vector<bool>& takesPart) {
    int largest = -1;
    for (int token = 0; token < static_cast<int>(test.falls.size()); ++token)
        if (takesPart[token] && !std::isnan(test.falls[token]) &&
            (largest < 0 || test.falls[token] > test.falls[largest]))
            largest = token;
    return largest;
}

/// “the”, or if there are several “the” (2).
std::string quoted(std::span<const std::string> tokens, int token) {
    const std::string name = displayToken(tokens[token]);
    const auto isEqual = [&](const std::string& other) { return displayToken(other) == name; };
    const std::string quotedName = formatText("“{}”"_tr, {name});
    if (std::ranges::count_if(tokens, isEqual) == 1) return quotedName;
    const auto place = std::ranges::count_if(tokens.first(token + 1), isEqual);
    return quotedName + " (" + numberText(place) + ")";
}

}  // namespace

std::vector<WordAgreement> agreementOf(std::span<const WordTest> tests,
                                       const std::vector<bool>& takesPart) {
    std::vector<WordAgreement> all;
    for (int second = 1; second < static_cast<int>(tests.size()); ++second)
        for (int first = 0; first < second; ++first) {
            std::vector<double> a;
            std::vector<double> b;
            for (std::size_t token = 0; token < takesPart.size(); ++token) {
                const double one = tests[first].falls[token];
                const double other = tests[second].falls[token];
                if (!takesPart[token] || std::isnan(one) || std::isnan(other)) continue;
                a.push_back(one);
                b.push_back(other);
            }
            all.push_back({first, second, spearman(a, b)});
        }
    return all;
}

std::string agreementSentence(std::span<const WordTest> tests, const std::vector<bool>& takesPart,
                              std::span<const std::string> tokens) {
    if (tests.empty()) return {};
    std::vector<int> largest;
    for (const WordTest& test : tests) largest.push_back(largestFall(test, takesPart));
    if (largest.front() < 0) return {};
    const auto named = [&](int token) {
        return token < 0 ? std::string("no token"_tr) : quoted(tokens, token);
    };
    if (std::ranges::adjacent_find(largest, std::ranges::not_equal_to()) == largest.end())
        return tests.size() == 1 ? formatText("The value falls most without {} ({})."_tr,
                                              {named(largest[0]), tests[0].blank.name})
                                 : formatText("In every test, the value falls most without {}."_tr,
                                              {named(largest[0])});
    std::string list;
    for (std::size_t i = 0; i < tests.size(); ++i)
        list += (i == 0 ? "" : ", ") +
                formatText("{} ({})"_tr, {named(largest[i]), tests[i].blank.name});
    return formatText("The tests disagree on the token whose absence lowers the value most: {}."_tr,
                      {list});
}

}  // namespace hw::model
