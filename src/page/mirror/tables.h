// SPDX-License-Identifier: MIT
// Tables as the DOM mirror has them: {"title", "caption", "columns": [text], "rows": [{"label", "cells": [text]}]}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"

namespace hw {

namespace mirror {

/// Begins a table; its rows and endTable follow.
void beginTable(JsonWriter& json, std::string_view title, std::string_view caption,
                const std::vector<std::string>& columns);
void tableRow(JsonWriter& json, std::string_view label, const std::vector<std::string>& cells);
void endTable(JsonWriter& json);

/// Beyond, nobody hears it to the end; the bars have the present layer's values.
inline constexpr std::size_t mostCells = 2000;
inline constexpr const char* tooManyCells =
    "Too many numbers for a table: choose a layer, or export them.";

}  // namespace mirror

}  // namespace hw
