// SPDX-License-Identifier: MIT
// Tables in the DOM mirror: {"title", "caption", "columns": [text], "rows": [{"label", "cells": [text]}]}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/localized_text.h"
#include "io/write/json_writer.h"

namespace hw {

namespace mirror {

/// Begins a table. The caller adds its rows and endTable.
void beginTable(JsonWriter& json, std::string_view title, std::string_view caption,
                const std::vector<std::string>& columns);
void tableRow(JsonWriter& json, std::string_view label, const std::vector<std::string>& cells);
void endTable(JsonWriter& json);

/// Larger tables are cut, since no listener would reach their end. The bars have the present layer's values.
inline constexpr std::size_t mostCells = 2000;
inline constexpr LocalizedText tooManyCells =
    "Too many numbers for a table. Choose a layer or export."_tr;

}  // namespace mirror

}  // namespace hw
