// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/write/json_writer.h"
#include "page/answers/standing.h"
#include "page/models/notes_model.h"
#include "page/models/number_words.h"
#include "panels/bars/model.h"

namespace hw {

/// A token that is not a patch: [CLS], a register, a distillation token.
struct ImageToken {
    int token = 0;
    std::string label;
    float value = 0;
    bool isOutput = false;
};

struct ImageModel {
    std::string title;
    std::string unit;  ///< what the colours measure: "rollout"
    std::string caption;
    const ImageInfo* image = nullptr;  ///< of the open document
    bool ready = false;
    Standing standing;  ///< refused if the patches do not match the tokens
    int rows = 0;       ///< grid of patches
    int cols = 0;
    int firstPatch = 0;               ///< token of patch 0
    std::vector<float> values;        ///< one per patch, row-major, exact; NaN: not arrived yet
    std::vector<float> shown;         ///< interpolated during a change of layer
    std::vector<std::string> labels;  ///< one per patch
    float scale = 1;                  ///< value at the end of the ramp (patchesScale)
    bool beyond = false;              ///< a value exceeds it
    int strongest = -1;               ///< patch of the largest exact value; -1: none
    int decimals = fewestDecimals;    ///< number of decimals of all patches' values
    std::vector<bool> isOutput;       ///< one per patch
    std::vector<ImageToken> others;   ///< tokens that are not in the picture
    PatchForm form = PatchForm::smooth;
    double opacity = 1;
    OutputMode outputMode = OutputMode::chosen;
    int hoverPatch = -1;
};

/// "row 1, column 3", counted from 1; "column 3" if there is only one row.
std::string patchPlace(const ImageModel& model, int patch);

/// The patch that a note is about, or nullopt.
std::optional<int> patchOf(const ImageModel& model, const NoteMark& mark);

/// The patches over the picture, from the same values as the bars. O(tokens).
ImageModel imageModel(const AppState& state, const BarsModel& bars);

/// {"grid":[rows,cols],"firstPatchToken","scale","strongest","values":[...],"others":[{"token","label","value"}]}.
void writeImage(JsonWriter& json, const ImageModel& model);

}  // namespace hw
