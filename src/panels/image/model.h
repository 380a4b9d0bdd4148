// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/write/json_writer.h"
#include "page/answers/standing.h"
#include "page/models/notes_model.h"
#include "page/models/number_phrases.h"
#include "panels/bars/model.h"
#include "panels/evolution/model.h"

namespace hw {

/// A token that is not a patch, such as [CLS], a register, a distillation token, or text next to a picture.
struct ImageToken {
    int token = 0;
    std::string label;
    float value = 0;
    bool isOutput = false;
};

/// One of several pictures with their own colours, such as a picture among text, a frame, or a layer's values over one.
struct ImageTile {
    std::string name;  ///< "Layer 3", "Frame 2", "Picture 2, layer 3"
    int region = 0;
    int layer = -1;             ///< -1 for the layer of the views
    std::vector<float> values;  ///< one per patch, as shown, NaN if missing
};

struct ImageModel {
    std::string title;
    std::string unit;  ///< the quantity of the colours, "rollout"
    std::string caption;
    const ImageInfo* image = nullptr;  ///< in the open document
    bool ready = false;
    Standing standing;  ///< refused if the patches do not fit the tokens
    int rows = 0;       ///< patch grid, of the first of several pictures
    int cols = 0;
    int firstPatch = 0;  ///< token of patch 0
    std::vector<float>
        values;  ///< one per patch, row-major, picture after picture, exact. NaN before it has arrived
    std::vector<float> shown;         ///< interpolated during a change of layer
    std::vector<std::string> labels;  ///< one per patch
    std::vector<int> tokens;          ///< one per patch
    ValueForm valueForm = ValueForm::amounts;
    float scale = 1;                 ///< the value of the last colour (patchesScale)
    bool beyond = false;             ///< a value is larger than that
    int strongest = -1;              ///< patch of the largest exact value, or -1
    int decimals = fewestDecimals;   ///< of all patches' values
    std::vector<bool> isOutput;      ///< one per patch
    std::vector<ImageToken> others;  ///< tokens that are not patches
    PatchForm form = PatchForm::smooth;
    ImageScope of = ImageScope::layer;
    double opacity = 1;
    OutputMode outputMode = OutputMode::chosen;
    int hoverPatch = -1;
    int layer = 0;  ///< the layer of the views
    std::vector<PatchGrid>
        grids;  ///< possible grids if the file does not define it, the likeliest first
    std::vector<ImageTile>
        tiles;  ///< all that are drawn. Empty for one picture next to its original

    /// The first patch of a region, among all.
    int firstOf(int region) const;
};

/// "row 1, column 3", counted from 1. "column 3" for a line of columns, "frame 2, row 1, column 3" for a video.
std::string patchPlace(const ImageModel& model, int patch);

/// "14 × 14 after 1 token", a grid of patches after `tokensBefore` tokens.
std::string describeGrid(int rows, int cols, int tokensBefore);

/// The patch that a note is about, or nullopt.
std::optional<int> patchOf(const ImageModel& model, const NoteMark& mark);

/// The patches over the picture, from the same values as the bars, and for each layer from those of the evolution.
/// O(layers * tokens).
ImageModel imageModel(const AppState& state, const BarsModel& bars, const EvolutionModel& layers);

/// {"grid":[rows,cols],"firstPatchToken","scale","strongest","values":[...],"others":[{"token","label","value"}]}. With
/// several pictures, "values" has all of them, and there is "pictures" [{"grid","firstPatchToken"}].
void writeImage(JsonWriter& json, const ImageModel& model);

}  // namespace hw
