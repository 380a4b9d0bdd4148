// SPDX-License-Identifier: MIT
// How the number that the page stands at arises: from the chosen output to an input, by the chosen method.
#pragma once

#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/state/app_state.h"
#include "panels/flow/graph.h"

namespace hw {

/// One number that can be opened; `fields` of the address open it, empty where there is nothing in it.
struct ExplainedNumber {
    std::string text;
    std::string fields;
    double value = 0;
};

/// One product of the sum: `weight` times `factor`.
struct ExplainedTerm {
    std::string label;  ///< the token passed through, or the head
    ExplainedNumber weight;
    ExplainedNumber factor;
    ExplainedNumber product;
    float share = 0;  ///< of the largest of them, for a bar
};

/// One line of numbers with words before it: a step between heads and weight, the rest of a sum, a way.
struct ExplainedLine {
    std::string words;
    std::string text;
    std::string fields;
    double value = 0;
};

/// From the number that is asked for down to what is opened.
struct ExplainedCrumb {
    std::string words;
    std::string fields;
    bool isHere = false;
};

/// An edge of the path that is shown, or of the minimum cut.
struct ExplainedEdge {
    std::string words;  ///< "layer 3: “the” to “keys”"
    double capacity = 0;
    double amount = 0;  ///< that flows on it once the path is there
    bool takesBack = false;
    bool isNarrowest = false;
};

struct ExplainModel {
    Method method = Method::rollout;
    int query = 0;  ///< tokens
    int key = 0;
    int layer = 0;
    int keys = 0;  ///< inputs that there are
    std::string title;
    std::string lead;  ///< what the numbers below are, in a sentence or two
    std::string note;  ///< what is left out or stands differently elsewhere
    Standing standing;
    std::vector<ExplainedCrumb> crumbs;
    std::string value;  ///< as a set of one with its terms
    int decimals = 0;
    // A sum.
    std::vector<std::string> columns;        ///< of the terms: four
    std::vector<std::string> narrowColumns;  ///< the same where there is no room
    std::vector<ExplainedTerm> terms;        ///< the largest first
    std::vector<ExplainedLine> more;         ///< what they lack to the value, each said
    // A weight.
    std::vector<ExplainedLine> steps;
    // The whole number along single ways.
    std::vector<ExplainedLine> ways;
    std::string waysHeading;
    // A flow.
    bool isFlow = false;
    LayerGraph graph;
    int paths = 0;  ///< that are listed
    int shown = 0;
    bool isComplete = false;
    std::string edgesHeading;
    std::vector<ExplainedEdge> edges;
    // Where the keys go.
    std::string nextFields;
    std::string backFields;
};

/// The input whose number is explained: the chosen sink, or the one with the largest value but for the output itself.
int explainedKey(const AppState& state, ResultStore& results);

/// The question for what is opened; `key` as explainedKey has it.
Query explainQuery(const AppState& state, int key);

/// Terms that are listed: all of a small text's, the largest of a long one's.
inline constexpr int mostTerms = 14;

/// O(tokens log tokens + edges).
ExplainModel explainModel(const AppState& state, ResultStore& results);

}  // namespace hw
