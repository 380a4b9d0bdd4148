// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/scale_end.h"
#include "page/answers/shown_profile.h"
#include "page/answers/standing.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/rules/units.h"

namespace hw {

/// One key token in the bars and the sentence.
struct TokenRow {
    int token = 0;               ///< zero-based key token, the first one of a word or span
    std::string label;           ///< as in running text
    std::string name;            ///< distinguished from others with the same text, "the (4)"
    float value = 0;             ///< exact, at the present layer, NaN while not computed
    float shown = 0;             ///< interpolated during a change of layer
    float before = NAN;          ///< at the layer before, NaN without one
    int rank = 0;                ///< 1 = largest. Ties share the smaller rank
    int rankChange = 0;          ///< ranks gained since the layer before, negative if lost
    std::string predicted = {};  ///< the model's prediction there, “keys”, may be empty
    bool isOutput = false;
    bool isSpecial = false;
    ShownProfile::Range range = {};  ///< the value's bounds while it is not computed
    float uniform = -1;              ///< the uniform causal model's value, -1 if unknown
    float second = NAN;              ///< in the second column, at the present layer
};

struct BarsModel {
    std::string title;           ///< "Where [CLS] could get information"
    std::string caption;         ///< the largest values as a sentence, or why there is none
    std::string unit;            ///< "rollout", "raw attention", "attention flow, relative"
    std::vector<TokenRow> rows;  ///< in display order
    /// For a long input, one line shows the smallest rows with their sum.
    struct {
        int count = 0;
        float value = 0;  ///< their sum, NaN while one of them is not computed
        float most = 0;   ///< an upper bound of the sum
    } rest;
    /// The rows with their own lines.
    std::span<const TokenRow> lines() const {
        return std::span(rows).first(rows.size() - rest.count);
    }
    std::vector<TokenRow> tokens;  ///< the same in token order, hidden ones included
    /// For a causal model, a note that position gives values to early tokens, or that it is removed. With the text and
    /// the effect of a click.
    struct {
        std::string text;  ///< empty without a note
        std::string action;
        std::string fields;
    } position;
    std::vector<TokenRow>
        outputs;  ///< the decoder's tokens, if the keys are the encoder's. Without values
    std::string tokensName;  ///< in this case, the name of the keys
    std::string outputsName;
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< value at full length (page/models/value_scale.h)
    bool beyond = false;  ///< a value exceeds it
    ScaleFit fit;
    /// The second column of an attention method, with the file's scores, else relevance by gradients (gradientQuery()).
    struct {
        std::string title;          ///< empty without a second column
        float least = 0, most = 1;  ///< the ends of its bars, with 0 in between
        int decimals = fewestDecimals;
        /// The position of a value, as a share of the column's width.
        float share(float value) const { return (value - least) / (most - least); }
    } second;
    std::string scaleNote;  ///< what the scale covers, "One scale for all layers."
    /// For the picture's patches, if there is a picture.
    struct {
        float scale = 1;
        bool beyond = false;
        std::string note;
    } patches;
    int decimals = fewestDecimals;  ///< number of decimals of all values at the present layer
    bool rightToLeft = false;       ///< the sentence begins at the right
    bool hasPicture = false;        ///< tokens are patches of a picture
    std::uint64_t about = 0;        ///< readingKey()
    bool ready = false;
    Standing standing;  ///< of the values
    /// "40 %" while flows of a long input are computed, or if they were stopped.
    std::string progress;
    bool stopped = false;
    std::string gap = "…";  ///< the text for a value that is not computed yet, or is missing
};

/// "0.178"; "≤ 0.412" for a value that is not computed yet, if its range is known; else the gap.
std::string describeValue(const BarsModel& model, const TokenRow& row);
/// The same for the line that combines rows.
std::string describeRestValue(const BarsModel& model);
/// "between 0.012 and 0.412, not exact yet". Empty for an exact value, or without a range.
std::string describeRange(const BarsModel& model, const TokenRow& row);
/// "and 482 more tokens, together", for the line that combines rows.
std::string describeRest(const BarsModel& model);

/// The chosen output's profile as bars and as the sentence's line. `profile` shows `answer`. `raw` shows the raw
/// attention, for the caption. `queries` has the shown output tokens. O(layers * tokens). `uniform` is the uniform
/// causal model's answer to the same question, or null.
BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer, const Answer* uniform, const Axis& queries,
                    Standing standing);

/// Adds the second column, and its largest value to the caption. The column has the file's first scores if they belong
/// to the shown output, else `gradients` once they have arrived. O(tokens).
void addSecond(BarsModel& model, const AppState& state, const ShownProfile* gradients);

}  // namespace hw
