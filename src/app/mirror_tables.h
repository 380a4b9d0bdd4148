// SPDX-License-Identifier: MIT
// The views that are tables by nature, as tables for the DOM mirror. Internal to src/app.
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// "tables": [{"title", "caption", "columns": [text], "rows": [{"label", "cells": [text]}]}] of the panels that
/// are shown and have some (app/panels.h), and after them their numbers unrounded under their own keys.
void writeTables(JsonWriter& json, const PageModel& page);

// Each panel's, as elements of the open array.
void writeMatrixTables(JsonWriter& json, const PageModel& page);
void writeCompareTables(JsonWriter& json, const PageModel& page);
void writeEvolutionTables(JsonWriter& json, const PageModel& page);
void writeFlowTable(JsonWriter& json, const PageModel& page);
void writeHeadsTable(JsonWriter& json, const PageModel& page);
void writePatchesTable(JsonWriter& json, const PageModel& page);
void writeScoreTables(JsonWriter& json, const PageModel& page);

}  // namespace hw
