// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace hw::model {

/// Where the extended grapheme cluster (UAX 29) that begins at `at` ends. O(its length). Conjuncts of Indic scripts
/// (GB9c) are not joined: whoever asks cares for clusters below six bytes, and those are longer.
std::size_t clusterEnd(std::string_view text, std::size_t at);

}  // namespace hw::model
