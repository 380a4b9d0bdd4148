// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace hw::model {

/// The end of the extended grapheme cluster (UAX 29) that begins at `at`. Conjuncts of Indic scripts (GB9c) are not
/// combined, because callers need clusters below six bytes, and those are longer. O(its length).
std::size_t clusterEnd(std::string_view text, std::size_t at);

}  // namespace hw::model
