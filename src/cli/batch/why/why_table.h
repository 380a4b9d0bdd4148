// SPDX-License-Identifier: MIT
// batch why: the table over all texts, from DIR/results.jsonl.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/session/session.h"

namespace hw::cli {

/// The second has the form of a model's why_rates.json (model/session/facts.h).
inline constexpr std::string_view whyNames[] = {"why.txt", "why.json"};

struct WhyTable {
    int texts = 0;
    double chance = 0;  ///< the mean
    std::string by;     ///< "words" or "tokens"
    std::string test;   ///< of words, one of them if texts differ
    /// For each method, how many texts it has numbers for, and in how many it puts a known word first.
    std::vector<std::pair<std::string, model::NamingRate>> methods;
    model::NamingRates rule;      ///< over the texts in which it names a word that way
    std::vector<double> answers;  ///< their probabilities, where a line has one; ascending
    int apart = 0;                ///< texts in which each of three tests names another word
    int unnamed = 0;              ///< texts without a vote in which no word takes half of the lead
};

/// Reads the output of whyLineJson, one line per text. Errors: cannotRead; notRecognised for a line that anybody
/// changed.
Result<WhyTable> readWhys(const std::string& folder);

std::string whyTableText(const WhyTable& table);
std::string whyTableJson(const WhyTable& table, std::string_view mark);

}  // namespace hw::cli
