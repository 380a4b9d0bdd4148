// SPDX-License-Identifier: MIT
// The additions to an example that its maker could still compute. Reasons for missing data mention them.
#pragma once

#include <iterator>

#include "core/localized_text.h"
#include "protocol/recipe.h"

namespace hw {

struct MakerSpec {
    std::string_view name;  ///< as in `makers`
    /// How an example without gradients can get them. Empty if it cannot.
    LocalizedText gradients = {};
};

/// In the order of `makers`.
inline constexpr MakerSpec makerSpecs[] = {
    {.name = "draft"},
    {.name = "prompt",
     .gradients =
         "There are no gradients yet. If the model has answers, ask about one of them."_tr},
};
static_assert(std::ranges::equal(makerSpecs, makers, {}, &MakerSpec::name));

/// How the example of a recipe can get gradients. Empty if it cannot, as for an example of a file.
constexpr LocalizedText waysToGradients(const Recipe& recipe) {
    for (const MakerSpec& maker : makerSpecs) {
        if (maker.name == recipe.maker) return maker.gradients;
    }
    return {};
}

}  // namespace hw
