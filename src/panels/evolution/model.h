// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
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
#include "page/rules/available.h"

namespace hw {

/// Layers by tokens for the chosen output, as in the figures of Abnar & Zuidema.
struct EvolutionModel {
    std::string title;
    int rows = 0;  ///< layers
    int cols = 0;  ///< keys
    std::vector<float>
        values;  ///< [rows][cols] as shown, the last layer in row 0; empty: not there yet
    /// While flows of a long input are computed, the same with two rows a layer: above the upper ends of ranges, below the lower
    /// ones; of a value that is there both are the value. Empty where all is there.
    std::vector<float> ends;
    ExactCount exact;      ///< then: of all layers together
    std::string progress;  ///< as BarsModel::progress
    bool stopped = false;
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
    bool hasRanges() const { return !ends.empty(); }
    /// What is drawn: `ends` while there are some.
    MatrixView drawn() const {
        return hasRanges() ? MatrixView{ends.data(), 2 * rows, cols} : matrix();
    }
    /// Of a cell whose value is not there; unknown for all others.
    ShownProfile::Range range(int row, int col) const {
        if (!hasRanges() || !std::isnan(values[row * cols + col])) return {};
        return {ends[(2 * row + 1) * cols + col], ends[2 * row * cols + col]};
    }
};

/// "0.178"; "between 0.012 and 0.412, not exact yet".
std::string cellWords(const EvolutionModel& model, int layer, int col);
/// How many values are there, and how the others are drawn; empty without ranges.
std::string exactWords(const EvolutionModel& model);

/// Where a note is marked: its layer as row, from the first one, or -1 above all; its key as column, or -1
/// left of all. A cell is marked only while its output is the one that is read.
std::optional<MarkedCell> evolutionPlace(const EvolutionModel& model, const NoteMark& mark,
                                         int output);

/// `unit`: that of the bars; `progress` of the profile. O(layers * tokens).
EvolutionModel evolutionModel(const AppState& state, const ShownProfile& profile, const Axis& keys,
                              std::string unit, Progress progress, Standing standing);

}  // namespace hw
