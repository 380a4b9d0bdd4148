// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// The patches over the picture, from the same values as the bars. O(tokens).
ImageModel imageModel(const AppState& state, const BarsModel& bars);

/// {"grid":[rows,cols],"firstPatchToken","scale","values":[...],"others":[{"token","label","value"}]}.
void writeImage(JsonWriter& json, const ImageModel& model);

}  // namespace hw
