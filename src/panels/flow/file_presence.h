// SPDX-License-Identifier: MIT
// Edges of two files' graphs over each other, with the files that have them, and their colours.
#pragma once

#include <cstdint>

#include "core/choice_names.h"

namespace hw {

enum class FilePresence {
    one,      ///< there is one file
    both,     ///< both files have the edge
    present,  ///< only the open file
    earlier,  ///< only the file that was open before, drawn in dashes
};
template <>
struct Names<FilePresence> {
    static constexpr ChoiceName list[] = {{"", {}},
                                          {"both", "in both files"_tr},
                                          {"this", "only in this file"_tr},
                                          {"previous", "only in the previous file"_tr}};
};

/// Which of two files have an edge. At least one does.
constexpr FilePresence filesWith(bool here, bool before) {
    return here && before ? FilePresence::both
           : here         ? FilePresence::present
                          : FilePresence::earlier;
}

/// 0xAABBGGRR, after Okabe & Ito. Grey for both, blue and orange for one, of different lightness as well.
constexpr std::uint32_t filesColour(FilePresence files, bool dark) {
    if (files == FilePresence::both) return dark ? 0xff7c746bU : 0xff90877dU;
    if (files == FilePresence::present) return dark ? 0xfff5c06cU : 0xff8a4f0bU;
    return dark ? 0xff3aa9f0U : 0xff005ed5U;
}

}  // namespace hw
