// SPDX-License-Identifier: MIT
// Methods that measure the contributions of tokens to each other, one row each. A row has their names in files and for
// people, and whether they already follow contributions through all layers.
#pragma once

#include <string>
#include <string_view>

#include "core/localized_text.h"

namespace hw {

struct ContributionKind {
    std::string_view
        name;  ///< in files, such as "value-zeroing"; case, spaces and punctuation do not count
    LocalizedText label;      ///< in running text, such as "value zeroing"
    std::string_view author;  ///< "Ferrando et al. 2022"
    std::string_view citation;
    std::string_view bibtex;
    /// Each layer's matrix already goes down to the input through all layers, so it is shown, not multiplied.
    bool isGlobal = false;
};

/// Null for a kind that is not in the table. Each layer's matrix then counts as that of a single layer.
const ContributionKind* findContributionKind(std::string_view name);

/// "ALTI", else the file's own name, or "contributions" if it gives none. For programs, always English.
std::string contributionLabel(std::string_view name);
/// The same for people.
std::string describeContributions(std::string_view name);

/// "ALTI (Ferrando et al. 2022)", or only the label, for people.
std::string contributionCaption(std::string_view name);
/// The same in English, for papers.
std::string citedContributions(std::string_view name);

}  // namespace hw
