// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// "row 1, column 3", counted from 1; of a line of columns "column 3".
std::string patchPlace(const ImageModel& model, int patch);

/// "r1c3" for a patch that the file gives no name, or one counted from 0 ("r0c2"): people count from 1.
/// Empty for all other tokens. O(1).
std::string patchName(const ExampleSummary& example, int token);

/// The patches over the picture, from the same values as the bars. O(tokens).
ImageModel imageModel(const AppState& state, const BarsModel& bars);

/// {"grid":[rows,cols],"firstPatchToken","scale","strongest","values":[...],"others":[{"token","label","value"}]}.
void writeImage(JsonWriter& json, const ImageModel& model);

}  // namespace hw
