// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/statistics/scale_end.h"
#include "page/answers/shown_profile.h"
#include "page/answers/standing.h"
#include "page/models/model_text.h"
#include "page/models/notes_model.h"
#include "page/models/number_words.h"
#include "page/state/view_rules.h"

namespace hw {

/// Layers by tokens for the chosen output, as in the figures of Abnar & Zuidema.
struct EvolutionModel {
    std::string title;
    int rows = 0;  ///< layers
    int cols = 0;  ///< keys
    std::vector<float>
        values;  ///< [rows][cols] as shown, the last layer in row 0; empty: not there yet
    std::uint64_t key = 0;  ///< changes with the values
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< value at the ramp's end
    bool beyond = false;  ///< a value is larger than that
    ScaleFit fit;
    std::string unit;           ///< as the bars have it
    std::vector<int> decimals;  ///< one a layer, as the bars have them there
    int layer = 0;
    std::vector<std::string> keyLabels;
    std::vector<int> keyTokens;  ///< token of each column (the first of a word)
    Standing standing;

    MatrixView matrix() const { return {values.data(), rows, cols}; }
};

/// Where a note is marked: its layer as row, from the first one, or -1 above all; its key as column, or -1
/// left of all. A cell is marked only while its output is the one that is read.
std::optional<MarkedCell> evolutionPlace(const EvolutionModel& model, const NoteMark& mark,
                                         int output);

/// `unit`: that of the bars. O(layers * tokens).
EvolutionModel evolutionModel(const AppState& state, const ShownProfile& profile, const Axis& keys,
                              std::string unit, Standing standing);

}  // namespace hw
