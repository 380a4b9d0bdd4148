// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/write/json_writer.h"
#include "page/answers/result_store.h"
#include "page/answers/shown_profile.h"
#include "page/answers/standing.h"
#include "page/models/matrix_frame.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "page/rules/units.h"
#include "panels/rankings/rankings.h"

namespace hw {

/// One column of the compare view.
struct CompareColumn {
    ComparedView view;
    std::string name;    ///< "Rollout", or "Rollout 2" if several columns have the method
    std::string detail;  ///< "layers 1–6, discard 0.10", its layers and changes
    std::string layers;  ///< "layers 1–6", if the detail has only this and the changes
    std::vector<std::string> changes;  ///< "discard 0.10"
    int layer = 0;                     ///< zero-based
    bool ready = false;
    Standing standing;
    std::string gap = "…";      ///< as BarsModel::gap
    std::vector<float> values;  ///< one per key token, exact. NaN if hidden, or not arrived yet
    std::vector<float> shown;   ///< interpolated during a change of layer
    /// Bounds of values that have not arrived yet, if known. Empty if none are missing.
    std::vector<ShownProfile::Range> ranges;
    ShownProfile::Range rangeOf(std::size_t key) const {
        return key < ranges.size() ? ranges[key] : ShownProfile::Range{};
    }
    /// Rows are sorted by these: the values, or the upper ends of ranges, so that rows do not move while values arrive.
    std::vector<float> order;
    bool isOpen = false;              ///< values are still computed
    Progress progress;                ///< progress of the computation
    std::vector<int> ranks;           ///< 1 = largest, 0 = none
    std::vector<std::string> labels;  ///< its own key tokens, if they differ from the view's
    std::vector<std::string> texts;   ///< the same as in the file
    Axis queryAxis;                   ///< of its own example, if it has one
    /// Of a matrix's columns. Empty if they are the view's own.
    const Axis& keysOf(const Axis& own) const { return keyAxis.tokens.empty() ? own : keyAxis; }
    Axis keyAxis;
    std::vector<int> outputs;  ///< chosen output tokens, of its own example
    bool elsewhere = false;    ///< about another example or file
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< value of a bar's full length
    float largest = 0;    ///< the largest of its values
    bool beyond = false;  ///< a value is larger than that
    bool isOwn = true;    ///< only the output's own share
    ScaleFit fit;
    bool isSigned = false;          ///< has negative values, so its bars begin in the middle
    int decimals = fewestDecimals;  ///< of all its values
    MatrixBlend matrix;             ///< in that form
};

struct CompareModel {
    std::string title;
    std::string caption;
    std::string hint;  ///< the effect of a click, after the caption
    CompareForm form = CompareForm::bars;
    std::vector<CompareColumn> columns;  ///< 2 to 6
    std::vector<std::string> labels;     ///< one per key (a token, or a word or span of several)
    std::vector<std::string> texts;  ///< the same as in the file, without numbers for equal ones
    std::vector<int> tokens;         ///< the (first) token of each key
    Axis queryAxis;                  ///< for matrices, without hidden tokens
    Axis keyAxis;
    std::vector<int> rows;       ///< the keys shown, in display order
    std::uint64_t about = 0;     ///< readingKey()
    int leading = -1;            ///< the key with the best ranks over all columns, or -1
    std::vector<bool> isOutput;  ///< one per key
    std::vector<int> outputs;    ///< chosen output tokens
    /// [column][column], Spearman's correlation of the exact values with average ranks. NaN if one is constant or has
    /// not arrived yet.
    std::vector<std::vector<double>> correlation;
    Rankings rankings;  ///< of the two columns whose difference is shown as bars
    int of = -1;        ///< columns of the difference, or -1
    int from = -1;
    std::string differenceName;  ///< "Raw − Rollout"
    std::string differenceNote;  ///< "same scale in both directions", or why there is no difference
    std::vector<float> difference;  ///< one per key token, of the displayed values
    float differenceScale = 1;      ///< max absolute difference
    int differenceDecimals = fewestDecimals;
    Answer differenceMatrix;  ///< at the view's layers. Without values if it has not arrived
    /// The progress of the column with the least progress. Empty text if no column is being computed, or nothing is
    /// known yet.
    Progress progress;
    bool wholeScale = false;  ///< scales show all values
    bool commonScale = true;  ///< all columns measure the same quantity, shares that sum to 1
    std::vector<Comparison> comparisons;  ///< columns that can be chosen together
    std::vector<std::string> scores;      ///< names of scores that a column can have
    bool canAdd = false;
    bool canRemove = false;
    std::vector<Method> methods;  ///< that a column can have
    bool hasFewer =
        false;  ///< a column has no values for the decoder's own tokens, and another has
    bool hasGradients = false;    ///< can weight heads
    bool hasBothWeights = false;  ///< contributions and attention
    bool hasSteps = true;         ///< residual, discard and heads have an effect
    int layerCount = 0;
    int headCount = 0;
    int exampleCount = 1;             ///< number of examples in the open file
    int example = 0;                  ///< index of the present one
    std::vector<ListedExample> made;  ///< the newest made examples, oldest first
    std::size_t firstMade = 0;        ///< number of older ones
    std::string earlierFile;          ///< name of the previously open file, empty without one
    int earlierExamples = 1;
    Hover hover;
};

/// The columns' content, as in ViewState::compared.
std::vector<ComparedView> viewsOf(const CompareModel& model);

/// "0.178"; "≤ 0.412" for a range; else the column's gap.
std::string describeValue(const CompareColumn& column, std::size_t key);
/// The same with both ends of a range.
std::string describeSpoken(const CompareColumn& column, std::size_t key);
/// Whether a number of two columns waits for exact values.
bool waits(const CompareModel& model, int one, int other);
/// Their rank correlation: "0.53", "–" for none, "…" while it waits.
std::string describeCorrelation(const CompareModel& model, int one, int other);

/// A sentence on the tokens of the correlations, on columns that cannot be compared, and on the bars' scale. Needs the
/// rest of the model.
std::string compareCaption(const CompareModel& model, const AppState& state);

/// The columns side by side, their difference and their rank correlations.
/// O(columns^2 * tokens log tokens), with matrices O(tokens^2).
CompareModel compareModel(const AppState& state, ResultStore& results);

/// The numbers for the mirror and the API, as one JSON object:
/// {"columns":[{"method" or "score","detail","layer" of a method,"values":[...],"name"}],"tokens":[...],"rows":[keys
/// shown], "spearman":[[...]],"difference":{"of","from","name","values"}}. `firstLayer` is the number of the lowest
/// layer.
void writeCompare(JsonWriter& json, const CompareModel& model, int firstLayer = 0);

}  // namespace hw
