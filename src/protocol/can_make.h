// SPDX-License-Identifier: MIT
// What the maker of an example could still make of it, besides what it has: reasons say so in place of "there is none".
#pragma once

#include <iterator>

#include "core/words.h"
#include "protocol/recipe.h"

namespace hw {

struct MakerSpec {
    std::string_view name;  ///< as in `makers`
    /// How an example without gradients comes by them; empty: it cannot.
    Words gradients = {};
};

/// In the order of `makers`.
inline constexpr MakerSpec makerSpecs[] = {
    {.name = "draft"},
    {.name = "prompt",
     .gradients = "No gradients yet. If the model has answers, ask about one."_tr},
};
static_assert(std::ranges::equal(makerSpecs, makers, {}, &MakerSpec::name));

/// How the example of a recipe comes by gradients; empty: it cannot, as one of a file.
constexpr Words waysToGradients(const Recipe& recipe) {
    for (const MakerSpec& maker : makerSpecs) {
        if (maker.name == recipe.maker) return maker.gradients;
    }
    return {};
}

}  // namespace hw
