// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "page/answers/standing.h"
#include "page/models/model_text.h"
#include "page/models/number_words.h"
#include "page/state/units.h"

namespace hw {

/// One key token in the bars and the sentence.
struct TokenRow {
    int token = 0;               ///< zero-based key token; the first one of a word or span
    std::string label;           ///< as shown
    float value = 0;             ///< exact, at the present layer; NaN until it has arrived
    float shown = 0;             ///< interpolated during a change of layer
    float before = -1;           ///< at the previous layer; -1 if there is none
    int rank = 0;                ///< 1 = largest; ties share the lower number
    int rankChange = 0;          ///< ranks gained since the previous layer; negative: lost
    std::string predicted = {};  ///< what the model predicts there: “keys”; may be empty
    bool isOutput = false;
    bool isSpecial = false;
    float uniform = -1;  ///< flow: the value in a uniform causal model; -1: unknown
};

struct BarsModel {
    std::string title;             ///< "Where [CLS] draws its information from"
    std::string caption;           ///< the largest values as a sentence, or why there is nothing
    std::string unit;              ///< "rollout", "raw attention", "attention flow, relative"
    std::vector<TokenRow> rows;    ///< in display order
    std::vector<TokenRow> tokens;  ///< the same in token order, hidden ones included
    std::vector<TokenRow>
        outputs;            ///< the decoder's tokens, if the keys are the encoder's; without values
    float scale = 1;        ///< value at full length (page/models/value_scale.h)
    bool beyond = false;    ///< a value exceeds it
    std::string scaleNote;  ///< what the scale covers: "One scale for all layers."
    /// For the picture's patches, if there is a picture.
    struct {
        float scale = 1;
        bool beyond = false;
        std::string note;
    } patches;
    int decimals = fewestDecimals;  ///< number of decimals of all values at the present layer
    bool rightToLeft = false;       ///< the sentence begins at the right
    std::uint64_t about = 0;        ///< readingKey()
    bool ready = false;
    Standing standing;      ///< of the values
    std::string gap = "…";  ///< what stands for a value that is not there: not yet, or not at all
};

/// The chosen output's profile as bars and as the sentence. `profile` shows `answer`, `raw` the raw
/// attention, for the caption; `queries` are the shown output tokens. O(layers * tokens).
BarsModel barsModel(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                    const Answer* answer, const Axis& queries, Standing standing);

}  // namespace hw
