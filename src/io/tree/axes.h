// SPDX-License-Identifier: MIT
// The meaning of the axes of attention, before rows (queries) and columns (keys), which always come last.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/choice_names.h"
#include "io/tree/open_options.h"

namespace hw {

enum class AxisKind : unsigned char {
    inputs,  ///< sentences, pictures, items of a batch, each an example
    steps,   ///< of generation, rows that follow one another
    layers,
    streams,  ///< XLNet's content and query, of which the first is the model's attention
    heads,
};
template <>
struct Names<AxisKind> {
    static constexpr ChoiceName list[] = {{"inputs", "inputs"_tr},
                                          {"steps", "steps"_tr},
                                          {"layers", "layers"_tr},
                                          {"streams", "streams"_tr},
                                          {"heads", "heads"_tr}};
};

using Axes = std::vector<AxisKind>;

/// Reads "inputs,layers,heads". Nothing for other words, for none, and for layers, heads, steps or streams given twice.
std::optional<Axes> axesFrom(std::string_view text);
std::string axesText(const Axes& axes);
/// For people, with rows and columns, as "inputs, layers, heads, rows, columns".
std::string axesShown(const Axes& axes);

/// Whether heads are averaged while reading. This uses the third axis from the end as heads, so not if the user chose
/// another meaning for it.
bool averagesHeads(const OpenOptions& options);

}  // namespace hw
