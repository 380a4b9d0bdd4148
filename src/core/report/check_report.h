// SPDX-License-Identifier: MIT
// A check of one example for people to read, with its contents, and anything unusual about it.
#pragma once

#include <string>
#include <vector>

#include "core/model/attention_model.h"

namespace hw {

struct CheckLine {
    std::string name;      ///< "Shape", "Row sums", ..., in English; people read translated(name)
    std::string text;      ///< a sentence without a full stop, in the present language
    bool unusual = false;  ///< worth a look before results are believed
    bool operator==(const CheckLine&) const = default;
};

/// Checks an example of the document for shape, tokens, rows that do not sum to 1 (beyond 0.01, as bfloat16 needs),
/// negative weights, missing values, causality, padding (keys that get no attention), heads identical to others,
/// attention sinks (core/statistics/attention_sinks.h), and the saving program. Layers count from 1. Heads, rows and
/// tokens count from `first`. Cost: some passes over the example's values.
std::vector<CheckLine> checkReport(const Document& document, const Example& example, int first);

}  // namespace hw
