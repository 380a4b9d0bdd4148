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
#include "page/models/number_words.h"
#include "page/rules/available.h"
#include "page/rules/units.h"

namespace hw {

/// One key token in the bars and the sentence.
struct TokenRow {
    int token = 0;               ///< zero-based key token; the first one of a word or span
    std::string label;           ///< as in running text
    std::string name;            ///< told apart from others of its text: "the (4)"
    float value = 0;             ///< exact, at the present layer; NaN while it is not there yet
    float shown = 0;             ///< between two layers while moving
    float before = NAN;          ///< at the layer before; NaN where there is none
    int rank = 0;                ///< 1 = largest; ties share the smaller rank
    int rankChange = 0;          ///< ranks gained since the layer before; negative: lost
    std::string predicted = {};  ///< what the model predicts there: “keys”; may be empty
    bool isOutput = false;
    bool isSpecial = false;
    ShownProfile::Range range = {};  ///< between which values it lies while it is not there yet
    float uniform = -1;  ///< what the uniform causal model would show; -1 where it is not known
    float second = NAN;  ///< in the second column, at the present layer
};

struct BarsModel {
    std::string title;           ///< "Where [CLS] draws its information from"
    std::string caption;         ///< the largest values as a sentence, or why there is nothing
    std::string unit;            ///< "rollout", "raw attention", "attention flow, relative"
    std::vector<TokenRow> rows;  ///< in display order
    /// Of a long input, the smallest of them are shown as one line with their sum.
    struct {
        int count = 0;
        float value = 0;  ///< their sum; NaN while one of them is not there
        float most = 0;   ///< then: they are no more together
    } rest;
    /// Those with a line of their own.
    std::span<const TokenRow> lines() const {
        return std::span(rows).first(rows.size() - rest.count);
    }
    std::vector<TokenRow> tokens;  ///< the same in token order, hidden ones included
    /// Of a causal model, what position alone gives; or that it is taken out. With what a click says and does.
    struct {
        std::string text;  ///< empty: there is nothing to say
        std::string action;
        std::string fields;
    } position;
    std::vector<TokenRow>
        outputs;             ///< the decoder's tokens, where the keys are the encoder's; no values
    std::string tokensName;  ///< then: what the two are called
    std::string outputsName;
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< value at full length (page/models/value_scale.h)
    bool beyond = false;  ///< a value exceeds it
    ScaleFit fit;
    /// The second column of an attention method: scores of the file, else relevance by gradients (gradientQuery()).
    struct {
        std::string title;          ///< empty: there is none
        float least = 0, most = 1;  ///< where its bars end; 0 lies between them
        int decimals = fewestDecimals;
        /// Where 0 or a value lies, as a share of the column's width.
        float share(float value) const { return (value - least) / (most - least); }
    } second;
    std::string scaleNote;  ///< what the scale covers: "All layers share one scale."
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
    /// While flows of a long input are computed, or where they were stopped: "40 %".
    std::string progress;
    bool stopped = false;
    std::string gap = "…";  ///< what stands for a value that is not there: not yet, or not at all
};

/// "0.178"; "≤ 0.412" of a value that is not there yet, where its range is known; else the gap.
std::string valueWords(const BarsModel& model, const TokenRow& row);
/// The same of the line of what has none of its own.
std::string restValueWords(const BarsModel& model);
/// "between 0.012 and 0.412, not exact yet"; empty for a value that is there or whose range is not known.
std::string rangeWords(const BarsModel& model, const TokenRow& row);
/// "and 482 more tokens, together": the line of what has none of its own.
std::string restWords(const BarsModel& model);

/// The chosen output's profile as bars and as the sentence's line. `profile` shows `answer`, `raw` the raw
/// attention, for the caption; `queries` is what is shown of the output tokens. O(layers * tokens).
/// `uniform`: the uniform causal model's answer to the same question, or null.
BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer, const Answer* uniform, const Axis& queries,
                    Standing standing);

/// Adds the second column, with what comes first there in the caption: the file's first scores if it is their output that is shown,
/// else `gradients` once they are there. O(tokens).
void addSecond(BarsModel& model, const AppState& state, const ShownProfile* gradients);

}  // namespace hw
