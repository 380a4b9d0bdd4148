// SPDX-License-Identifier: MIT
// What measures the contributions of tokens to each other, one row each: what files call it, what people do, and
// whether it follows them through all layers itself.
#pragma once

#include <string>
#include <string_view>

namespace hw {

struct ContributionKind {
    std::string_view
        name;  ///< in files: "value-zeroing"; case, spaces and punctuation do not count
    std::string_view label;   ///< in running text: "value zeroing"
    std::string_view author;  ///< "Ferrando et al. 2022"
    std::string_view citation;
    std::string_view bibtex;
    /// Its matrix of a layer is of the input already, through all layers below: it is shown, not multiplied.
    bool isGlobal = false;
};

/// Null for a kind that is not in the table: then each layer's matrix is taken to be of that layer alone.
const ContributionKind* findContributionKind(std::string_view name);

/// "ALTI", or what the file says, or "contributions" where it says nothing.
std::string contributionLabel(std::string_view name);

/// "ALTI (Ferrando et al. 2022)", or the label alone.
std::string contributionCaption(std::string_view name);

}  // namespace hw
