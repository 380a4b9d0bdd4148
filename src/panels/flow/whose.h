// SPDX-License-Identifier: MIT
// Edges of two files' graphs over each other: whose they are, and how that is told.
#pragma once

#include <cstdint>

#include "core/choice_names.h"

namespace hw {

enum class Whose {
    one,      ///< there is one file
    both,     ///< both files have the edge
    present,  ///< the file that is open alone
    earlier,  ///< the file that was open before alone; drawn in dashes
};
template <>
struct Names<Whose> {
    static constexpr ChoiceName list[] = {{"", {}},
                                          {"both", "in both files"_tr},
                                          {"this", "only in this file"_tr},
                                          {"previous", "only in the previous file"_tr}};
};

/// Whose an edge of two files is: at least one has it.
constexpr Whose whoseOf(bool here, bool before) {
    return here && before ? Whose::both : here ? Whose::present : Whose::earlier;
}

/// 0xAABBGGRR, after Okabe & Ito: grey for both, blue and orange for one, of different lightness as well.
constexpr std::uint32_t whoseColour(Whose whose, bool dark) {
    if (whose == Whose::both) return dark ? 0xff7c746bU : 0xff90877dU;
    if (whose == Whose::present) return dark ? 0xfff5c06cU : 0xff8a4f0bU;
    return dark ? 0xff3aa9f0U : 0xff005ed5U;
}

}  // namespace hw
