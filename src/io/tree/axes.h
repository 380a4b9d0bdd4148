// SPDX-License-Identifier: MIT
// What the axes of attention count, before rows (queries) and columns (keys), which always come last.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/choice_names.h"
#include "io/tree/open_options.h"

namespace hw {

enum class AxisKind : unsigned char {
    inputs,  ///< sentences, pictures, items of a batch: each is an example
    steps,   ///< of generation: rows that follow one another
    layers,
    streams,  ///< XLNet's content and query; the first is the model's attention
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

/// "inputs,layers,heads". Nothing for other words, for none, and for layers, heads, steps or streams given twice.
std::optional<Axes> axesFrom(std::string_view text);
std::string axesText(const Axes& axes);
/// For people, with rows and columns: "inputs, layers, heads, rows, columns".
std::string axesShown(const Axes& axes);

/// Whether heads are averaged while reading, which takes the third axis from the end for them: not where the user says that
/// it is another one.
bool averagesHeads(const OpenOptions& options);

}  // namespace hw
