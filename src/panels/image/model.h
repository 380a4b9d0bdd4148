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
#include "panels/evolution/model.h"

namespace hw {

/// A token that is no patch: [CLS], a register, a distillation token, text beside a picture.
struct ImageToken {
    int token = 0;
    std::string label;
    float value = 0;
    bool isOutput = false;
};

/// One of several pictures with colours of their own: a picture among text, a frame, or a layer's values over one.
struct ImageTile {
    std::string name;  ///< "Layer 3", "Frame 2", "Picture 2, layer 3"
    int region = 0;
    int layer = -1;             ///< -1: where the views stand
    std::vector<float> values;  ///< one a patch, as they are shown; NaN: not there
};

struct ImageModel {
    std::string title;
    std::string unit;  ///< what the colours measure: "rollout"
    std::string caption;
    const ImageInfo* image = nullptr;  ///< of the open document
    bool ready = false;
    Standing standing;  ///< refused where the patches do not fit the tokens
    int rows = 0;       ///< patch grid, of the first picture where there are several
    int cols = 0;
    int firstPatch = 0;  ///< token of patch 0
    std::vector<float>
        values;  ///< one a patch, row-major, picture after picture, exact; NaN: not there yet
    std::vector<float> shown;         ///< between two layers while moving
    std::vector<std::string> labels;  ///< one a patch
    std::vector<int> tokens;          ///< likewise
    ValueForm valueForm = ValueForm::amounts;
    float scale = 1;                 ///< value of the colours' end (patchesScale)
    bool beyond = false;             ///< a value is larger than that
    int strongest = -1;              ///< patch of the largest exact value; -1: none
    int decimals = fewestDecimals;   ///< of all patches' values
    std::vector<bool> isOutput;      ///< one a patch
    std::vector<ImageToken> others;  ///< tokens left out of the picture
    PatchForm form = PatchForm::smooth;
    ImageOf of = ImageOf::layer;
    double opacity = 1;
    OutputMode outputMode = OutputMode::chosen;
    int hoverPatch = -1;
    int layer = 0;  ///< where the views stand
    std::vector<PatchGrid>
        grids;  ///< what the grid may be where it was found or chosen, the likeliest first
    std::vector<ImageTile> tiles;  ///< all that is drawn; empty: one picture beside its original

    /// The first patch of a region, among all.
    int firstOf(int region) const;
};

/// "row 1, column 3", counted from 1; of a line of columns "column 3"; of a video "frame 2, row 1, column 3".
std::string patchPlace(const ImageModel& model, int patch);

/// "14 × 14 after 1 token": a grid of patches behind so many tokens.
std::string gridWords(int rows, int cols, int tokensBefore);

/// The patch that a note is about, or nullopt.
std::optional<int> patchOf(const ImageModel& model, const NoteMark& mark);

/// The patches over the picture, from the same values as the bars; of each layer as the evolution has them. O(layers * tokens).
ImageModel imageModel(const AppState& state, const BarsModel& bars, const EvolutionModel& layers);

/// {"grid":[rows,cols],"firstPatchToken","scale","strongest","values":[...],"others":[{"token","label","value"}]}. Of several
/// pictures "values" holds all, and "pictures" [{"grid","firstPatchToken"}].
void writeImage(JsonWriter& json, const ImageModel& model);

}  // namespace hw
