// SPDX-License-Identifier: MIT
// How the page's number arises, from the chosen output to an input, by the chosen method.
#pragma once

#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/state/app_state.h"
#include "panels/flow/graph.h"

namespace hw {

/// A number. The URL fields in `fields` expand it. Empty if it has no parts.
struct ExplainedNumber {
    std::string text;
    std::string fields;
    double value = 0;
};

/// One product of the sum: `weight` times `factor`.
struct ExplainedTerm {
    std::string label;  ///< the token that the path passes through, or the head
    ExplainedNumber weight;
    ExplainedNumber factor;
    ExplainedNumber product;
    float share = 0;  ///< share of the largest one, for a bar
};

/// A line of words and a number, such as a step between heads and weight, the rest of a sum, or a path.
struct ExplainedLine {
    std::string label;
    std::string text;
    std::string fields;
    double value = 0;
};

/// One step of the way from the original number to the expanded one.
struct ExplainedCrumb {
    std::string label;
    std::string fields;
    bool isHere = false;
};

/// An edge of the path shown, or of the minimum cut.
struct ExplainedEdge {
    std::string label;  ///< "layer 3: “keys” → “the”", in the direction of information
    double capacity = 0;
    double amount = 0;  ///< flow on it including this path
    bool takesBack = false;
    bool isNarrowest = false;
};

struct ExplainModel {
    Method method = Method::rollout;
    int query = 0;  ///< tokens
    int key = 0;
    int layer = 0;
    int keys = 0;  ///< number of inputs
    std::string title;
    std::string lead;  ///< explains the numbers below in one or two sentences
    std::string note;  ///< lists what is missing or differs elsewhere
    Standing standing;
    std::vector<ExplainedCrumb> crumbs;
    std::string value;  ///< formatted like its terms
    int decimals = 0;
    // For a sum.
    std::vector<std::string> columns;        ///< headings of the terms, four
    std::vector<std::string> narrowColumns;  ///< the same for narrow views
    std::vector<ExplainedTerm> terms;        ///< largest first
    std::vector<ExplainedLine> more;         ///< the difference to the value, itemised
    // For a weight.
    std::vector<ExplainedLine> steps;
    // For the whole number, along single paths.
    std::vector<ExplainedLine> ways;
    std::string waysHeading;
    // For a flow.
    bool isFlow = false;
    LayerGraph graph;
    int paths = 0;  ///< number of paths listed
    int shown = 0;
    bool isComplete = false;
    bool listsCut = false;  ///< the edges are the minimum cut, not the shown path
    std::string edgesHeading;
    std::vector<ExplainedEdge> edges;
    // Fields of the step keys.
    std::string nextFields;
    std::string backFields;
};

/// The input whose number is explained, which is the chosen sink, or the largest other than the output itself.
int explainedKey(const AppState& state, ResultStore& results);

/// The question for the expanded number. `key` comes from explainedKey().
Query explainQuery(const AppState& state, int key);

/// Max number of listed terms. A short text has all of them, a long one the largest.
inline constexpr int mostTerms = 14;

/// O(tokens log tokens + edges).
ExplainModel explainModel(const AppState& state, ResultStore& results);

}  // namespace hw
