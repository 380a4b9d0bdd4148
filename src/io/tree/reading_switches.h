// SPDX-License-Identifier: MIT
// The choices on opening that are on or off. They appear in URLs, on the command line, in the check of the file and as
// buttons of messages.
#pragma once

#include <string_view>

#include "core/localized_text.h"
#include "core/problem.h"
#include "io/tree/open_options.h"

namespace hw {

struct ReadingSwitch {
    bool OpenOptions::* member;
    std::string_view word;    ///< in `read=` of a URL
    std::string_view option;  ///< on the command line
    LocalizedText label;      ///< of a button
    Offer offer;              ///< its offer in messages
    bool ofValues;            ///< changes weights; "Open as in the file" undoes it
};

/// In the order in which batch writes them down (cli/batch/computed_with.cpp).
inline constexpr ReadingSwitch readingSwitches[] = {
    {&OpenOptions::normaliseRows, "normalised", "--normalise-rows", "Divide rows by their sum"_tr,
     Offer::normaliseRows, true},
    {&OpenOptions::averageHeads, "averaged", "--average-heads", "Average the heads"_tr,
     Offer::lessMemory, false},
    {&OpenOptions::absolute, "absolute", "--absolute", "Take absolute values"_tr, Offer::absolute,
     true},
    {&OpenOptions::softmax, "softmax", "--softmax", "Apply the softmax"_tr, Offer::softmax, true},
    {&OpenOptions::keepPadding, "padded", "--keep-padding", "Keep the padding"_tr, Offer::padding,
     false},
    {&OpenOptions::halfWeights, "half", "--half", "Keep 16 bits per weight"_tr, Offer::lessMemory,
     false},
    {&OpenOptions::missingShare, "sink", "--missing-share", "Show the missing share as a token"_tr,
     Offer::missingShare, true},
    {&OpenOptions::transposed, "transposed", "--transpose", "Swap rows and columns"_tr,
     Offer::transpose, true},
    {&OpenOptions::ignoreKeys, "ignore-keys", "--ignore-keys", "Run without these keys"_tr,
     Offer::ignoreKeys, false},
};

}  // namespace hw
