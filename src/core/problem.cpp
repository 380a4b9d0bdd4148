// SPDX-License-Identifier: MIT
#include "core/problem.h"

#include "core/localized_text.h"

namespace hw {

std::string placeForPeople(const std::string& place) {
    std::string text;
    std::size_t end = 0;  // of the last number in `text`
    for (std::size_t at = 0; at < place.size(); ++at) {
        std::size_t close = at + 1;
        while (close < place.size() && place[close] >= '0' && place[close] <= '9') ++close;
        const bool index = place[at] == '[' && close > at + 1 && close < at + 18 &&
                           close < place.size() && place[close] == ']';
        if (!index) {
            const bool behind = place[at] == '.' && end > 0 && end == text.size();
            text += behind ? std::string(" › ") : std::string(1, place[at]);
            continue;
        }
        const unsigned long long number = std::stoull(place.substr(at + 1, close - at - 1)) + 1;
        text += (text.empty() ? "" : " › ") + std::to_string(number);
        end = text.size();
        at = close;
    }
    return end == 0 ? place : text.insert(end, " " + std::string("(counting from 1)"_tr));
}

std::string sentence(const Problem& problem) {
    std::string text = translated(placeForPeople(problem.place));
    if (!text.empty()) text += ": ";
    text += problem.finding;
    if (!problem.remedy.empty()) {
        text += ' ';
        text += problem.remedy;
    }
    return text;
}

}  // namespace hw
