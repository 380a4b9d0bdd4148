// SPDX-License-Identifier: MIT
// The views that are tables by nature, as tables for the DOM mirror. Internal to src/app.
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// "tables": [{"title", "caption", "columns": [text], "rows": [{"label", "cells": [text]}]}] of compare,
/// evolution, heads, image and faithfulness while they are shown, else empty; and the same numbers unrounded as "compare",
/// "image" or "faithfulness" (writeCompare, writeImage, writeFaithfulness).
void writeTables(JsonWriter& json, const PageModel& page);

}  // namespace hw
