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
#include "page/models/number_phrases.h"
#include "page/rules/available.h"

namespace hw {

/// Layers by tokens for the chosen output, as in the figures of Abnar & Zuidema.
struct EvolutionModel {
    std::string title;
    int rows = 0;  ///< layers
    int cols = 0;  ///< keys
    std::vector<float>
        values;  ///< [rows][cols] as shown, the last layer in row 0. Empty before they arrive
    /// While flows of a long input are computed, the same with two rows per layer. The upper row has the upper ends of
    /// ranges, the lower row the lower ends. For an exact value both are the value. Empty if all are exact.
    std::vector<float> ends;
    ExactCount exact;      ///< in this case, of all layers together
    std::string progress;  ///< as BarsModel::progress
    bool stopped = false;
    std::uint64_t key = 0;  ///< changes with the values
    ValueForm form = ValueForm::amounts;
    float scale = 1;      ///< value at the ramp's end
    bool beyond = false;  ///< a value is larger than that
    ScaleFit fit;
    std::string unit;           ///< as in the bars
    std::vector<int> decimals;  ///< one per layer, as in the bars there
    int layer = 0;
    std::vector<std::string> keyLabels;
    std::vector<int> keyTokens;  ///< token of each column (the first of a word)
    Standing standing;

    MatrixView matrix() const { return {values.data(), rows, cols}; }
    bool hasRanges() const { return !ends.empty(); }
    /// The drawn matrix, which is `ends` unless it is empty.
    MatrixView drawn() const {
        return hasRanges() ? MatrixView{ends.data(), 2 * rows, cols} : matrix();
    }
    /// The range of a cell without a value. Unknown for all others.
    ShownProfile::Range range(int row, int col) const {
        if (!hasRanges() || !std::isnan(values[row * cols + col])) return {};
        return {ends[(2 * row + 1) * cols + col], ends[2 * row * cols + col]};
    }
};

/// "0.178"; "between 0.012 and 0.412, not exact yet".
std::string describeCell(const EvolutionModel& model, int layer, int col);
/// The number of exact values, and how the others are drawn. Empty without ranges.
std::string describeExact(const EvolutionModel& model);

/// The cell of a note. Its row is the layer, from the first one, or -1 above all, and its column the key, or -1 left of
/// all. A cell is marked only for the output whose row is shown.
std::optional<MarkedCell> evolutionPlace(const EvolutionModel& model, const NoteMark& mark,
                                         int output);

/// `unit` is that of the bars, `progress` that of the profile. O(layers * tokens).
EvolutionModel evolutionModel(const AppState& state, const ShownProfile& profile, const Axis& keys,
                              std::string unit, Progress progress, Standing standing);

}  // namespace hw
