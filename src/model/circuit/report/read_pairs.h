// SPDX-License-Identifier: MIT
// Lists of pairs as text: JSON Lines, or one JSON list. An entry has `clean`, `corrupt`, `answer`, `against` and may
// have `position` (from 0). Texts and answers are texts or ids, and answers may be lists. In MIB's form an entry has
// `prompt`, a counterfactual with its own `prompt`, and the answers in `metadata`, `choices` or `label`; EAP-IG's names
// `corrupted`, `correct_idx` and `incorrect_idx` are read too. An entry with `template` gives a pair for each combination of
// words; `answer` has the words of the clean text, and `against` those of the corrupt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/circuit/pair_runs.h"
#include "model/session/session.h"

namespace hw::circuit {

/// A pair with what it was read from.
struct NamedPair {
    Pair pair;
    std::string clean;  ///< the texts; empty for ids
    std::string corrupt;
    std::vector<std::string> cleanTokens;
    std::vector<std::string> corruptTokens;
};

/// Without a position, the first mask of a model of masked words counts, else the last token. Errors: syntax; badArgument
/// for missing or unknown keys' values, a text without a mask, and more than 100,000 pairs; those of the tokenizer. Texts
/// of different length are found by PairRuns::of. Cost: O(bytes), and the tokens.
Result<std::vector<NamedPair>> readPairs(const model::Session& session, std::string_view text,
                                         Metric metric = Metric::logitDifference);

}  // namespace hw::circuit
